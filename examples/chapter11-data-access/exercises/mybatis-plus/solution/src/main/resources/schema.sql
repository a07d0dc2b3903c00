create table book (
    id       bigint auto_increment primary key,
    title    varchar(100) not null,
    subtitle varchar(100)
);

create table if not exists book (
    id bigint primary key,
    title varchar(100) not null
);
create table if not exists report (
    due varchar(40) not null,
    pod varchar(100) not null
);

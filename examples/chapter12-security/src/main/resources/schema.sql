create table if not exists customers (
    name     varchar(60) primary key,
    password varchar(200) not null,
    role     varchar(20) not null
);

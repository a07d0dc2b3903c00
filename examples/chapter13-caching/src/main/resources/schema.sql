create table if not exists book (
    isbn  char(13)       primary key,
    title varchar(100)   not null,
    price decimal(10, 2) not null
);

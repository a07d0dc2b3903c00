create sequence hibernate_sequence start with 100;

create table book (
    id      bigint primary key,
    title   varchar(100) not null,
    isbn    varchar(20) not null unique,
    price   numeric(10, 2) not null,
    removed char(1) default 'N' not null
);

insert into book (id, title, isbn, price) values (1, '春天的启动', '978-1', 39.00);
insert into book (id, title, isbn, price, removed) values (2, '绝版书', '978-2', 10.00, 'Y');

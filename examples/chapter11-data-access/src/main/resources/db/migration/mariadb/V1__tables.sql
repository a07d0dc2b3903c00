-- region book
create table book (
    id      bigint auto_increment primary key,
    isbn    varchar(13)    not null,
    title   varchar(200)   not null,
    price   numeric(10, 2) not null,
    stock   int            not null,
    version bigint         not null,
    constraint uk_book_isbn unique (isbn),
    constraint ck_book_stock check (stock >= 0)
);
-- endregion book

create table purchase_order (
    id          bigint auto_increment primary key,
    customer    varchar(100) not null,
    created_at  datetime(6)  not null,
    created_by  varchar(100) not null,
    updated_at  datetime(6)  not null,
    updated_by  varchar(100) not null
);

create table order_line (
    id       bigint auto_increment primary key,
    order_id bigint not null,
    book_id  bigint not null,
    quantity int    not null,
    foreign key (order_id) references purchase_order (id),
    foreign key (book_id) references book (id)
);

create sequence stock_movement_seq start with 1 increment by 50;

create table stock_movement (
    id      bigint primary key,
    book_id bigint not null,
    amount  int    not null
);

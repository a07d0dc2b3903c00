create table sale (
    order_no varchar(20) primary key,
    book_id  bigint not null,
    quantity int    not null check (quantity > 0),
    foreign key (book_id) references book (id)
);

create table if not exists book_order (id varchar(20) primary key);
create table if not exists mail (order_id varchar(20) not null);

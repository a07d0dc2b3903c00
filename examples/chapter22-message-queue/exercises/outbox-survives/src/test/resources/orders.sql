create table book_order (id bigint primary key);
create table outbox (id bigint primary key);

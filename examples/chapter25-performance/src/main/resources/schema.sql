drop table if exists orders, audit;
create table orders (
  id bigint generated always as identity primary key,
  email text not null,
  status text not null
);
create table audit (
  id bigint generated always as identity primary key,
  entry text not null
);
insert into orders (email, status)
  select 'reader' || n || '@example.com', 'PAID' from generate_series(1, 100000) n;
create index orders_email on orders (email);
analyze orders;

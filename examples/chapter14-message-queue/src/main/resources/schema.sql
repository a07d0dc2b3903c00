-- region tables
create table if not exists handled_order (order_id bigint primary key);
create table if not exists account (email varchar(100) primary key, points int not null);
-- endregion tables
create table if not exists placed_order (order_id bigint primary key, book varchar(100) not null);
merge into account (email, points) key (email)
  select 'lin@example.com', 0 where not exists (select 1 from account where email = 'lin@example.com');

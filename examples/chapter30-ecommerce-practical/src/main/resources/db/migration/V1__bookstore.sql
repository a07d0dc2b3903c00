create table book (
  isbn varchar(13) primary key,
  title varchar(100) not null,
  price numeric(10, 2) not null check (price > 0)
);

-- region stock
create table stock (
  isbn varchar(13) primary key references book,
  received int not null,
  available int not null check (available >= 0),
  reserved int not null check (reserved >= 0),
  sold int not null check (sold >= 0),
  -- 一本也不能多，一本也不能少
  check (available + reserved + sold = received)
);
-- endregion stock

create table orders (
  id bigint generated always as identity primary key,
  request_key varchar(64) not null,
  customer varchar(50) not null,
  state varchar(10) not null check (state in ('PENDING', 'PAID', 'SHIPPED', 'CANCELLED')),
  goods numeric(10, 2) not null,
  discount numeric(10, 2) not null,
  total numeric(10, 2) not null check (total > 0 and total = goods - discount),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (customer, request_key)
);
create index orders_unpaid on orders (expires_at) where state = 'PENDING';

create table order_line (
  order_id bigint not null references orders,
  isbn varchar(13) not null references book,
  quantity int not null check (quantity > 0),
  price numeric(10, 2) not null,
  discount numeric(10, 2) not null,
  primary key (order_id, isbn)
);

create table coupon (
  code varchar(20) primary key,
  percent int not null check (percent between 1 and 99),
  min_amount numeric(10, 2) not null,
  order_id bigint unique references orders
);

create table payment (
  id varchar(40) primary key,
  order_id bigint not null,
  amount numeric(10, 2) not null,
  state varchar(10) not null check (state in ('ACCEPTED', 'REFUND_DUE', 'REFUNDED')),
  received_at timestamptz not null default now()
);
create index payment_order on payment (order_id);

create table outbox (
  id bigint generated always as identity primary key,
  topic varchar(40) not null,
  body varchar(100) not null,
  sent_at timestamptz
);
create index outbox_waiting on outbox (id) where sent_at is null;

create table shipment (
  order_id bigint primary key references orders,
  created_at timestamptz not null default now()
);

-- 订单服务的两张表
-- region orders
create table saga_order (
    id text primary key,
    isbn text not null,
    customer text not null,
    cents int not null,
    state text not null            -- PLACED、RESERVED、CONFIRMED、CANCELLING、CANCELLED
);
create table outbox (
    id bigserial primary key,
    order_id text not null references saga_order,
    command text not null,         -- RESERVE、CHARGE、RELEASE
    traceparent text,              -- 下单时的追踪上下文
    unique (order_id, command)
);
-- endregion orders

-- 目录服务的
create table stock (
    isbn text primary key,
    left_over int not null check (left_over >= 0)
);
create table reservation (
    order_id text primary key,     -- 同一张订单来几次，都是这一行
    isbn text not null,
    state text not null            -- HELD、REFUSED、RELEASED
);

-- 支付服务的
create table account (
    customer text primary key,
    balance int not null check (balance >= 0)
);
create table payment (
    order_id text primary key,
    customer text not null,
    cents int not null,
    outcome text not null          -- PAID、DECLINED
);

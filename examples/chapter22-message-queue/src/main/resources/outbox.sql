create table if not exists book_order (
  id bigint primary key,
  customer varchar(30) not null
);

-- region outbox
create table if not exists outbox (
  id bigint primary key,
  event_key varchar(30) not null,
  event varchar(200) not null,
  sent boolean not null default false
);
-- endregion outbox

-- region inbox
create table if not exists inbox (
  consumer_group varchar(60) not null,
  event varchar(200) not null,
  primary key (consumer_group, event)
);
-- endregion inbox

create table if not exists mail (
  event varchar(200) not null
);

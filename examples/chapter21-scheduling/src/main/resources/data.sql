-- 只在内嵌的 H2 上运行：两张超时没有付款的，一张刚下的
insert into book_order (status, placed_at) values ('NEW', dateadd('minute', -40, current_timestamp));
insert into book_order (status, placed_at) values ('NEW', dateadd('minute', -35, current_timestamp));
insert into book_order (status, placed_at) values ('NEW', dateadd('minute', -5, current_timestamp));

insert into author select x, '作者 ' || x from system_range(1, 100);
insert into book select '978' || lpad(x, 10, '0'), '书 ' || x, mod(x, 100) + 1 from system_range(1, 5000);
insert into purchase select 1, isbn from book where isbn <= '9780000004900';

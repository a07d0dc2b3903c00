insert into book (id, title, cents) select 1, '三体', 6800 where not exists (select 1 from book where id = 1);
insert into book (id, title, cents) select 2, '活着', 3900 where not exists (select 1 from book where id = 2);

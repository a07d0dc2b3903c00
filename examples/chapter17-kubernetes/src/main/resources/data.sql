-- 标准 SQL 的 merge，H2 与 PostgreSQL 15 起都认得；已经有的书不再插入
merge into book using (values (1, '三体'), (2, '活着'), (3, '围城')) as shelf (id, title) on book.id = shelf.id
when not matched then insert (id, title) values (shelf.id, shelf.title);

merge into book (id, title) values (1, '三体'), (2, '活着'), (3, '围城');

insert into book (isbn, title, price, stock, version) values
    ('9787111000011', 'Spring 实战', 89.00, 10, 0),
    ('9787111000028', 'Java 并发编程', 79.50, 5, 0),
    ('9787111000035', '深入 Spring 事务', 59.90, 3, 0);

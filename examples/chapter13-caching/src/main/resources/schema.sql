create table if not exists book (
    isbn  varchar(13)    primary key, -- char 不看末尾的空格：带空格的也查得到，却是另一个键
    title varchar(100)   not null,
    price decimal(10, 2) not null
);

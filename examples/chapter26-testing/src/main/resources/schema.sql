create table book (isbn varchar(20) primary key, cents bigint not null, stock int not null);
create table sale (isbn varchar(20) not null references book, quantity int not null, cents bigint not null);
insert into book values ('978-1', 5900, 3), ('978-2', 5000, 100);

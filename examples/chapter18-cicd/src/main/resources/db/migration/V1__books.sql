create table book (
    id bigint generated always as identity primary key,
    title varchar(200) not null,
    price integer not null
);
insert into book (title, price) values ('深入理解 Java 虚拟机', 12900);
insert into book (title, price) values ('Spring 实战', 8900);

create table feature (
    name varchar(50) primary key,
    percent integer not null check (percent between 0 and 100)
);

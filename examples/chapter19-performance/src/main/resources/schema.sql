create table author (id int primary key, name varchar(40) not null);
create table book (isbn char(13) primary key, title varchar(80) not null, author_id int not null references author);
create table purchase (customer int not null, isbn char(13) not null references book, primary key (customer, isbn));

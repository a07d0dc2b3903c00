create table first_half (id int);
create table second_half (id int);

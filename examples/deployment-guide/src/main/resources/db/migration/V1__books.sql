create table book (
    id    bigint generated always as identity primary key,
    title text    not null,
    price integer not null
);

insert into book (title, price)
select '书 ' || n, 1000 + n from generate_series(1, 50) as n;

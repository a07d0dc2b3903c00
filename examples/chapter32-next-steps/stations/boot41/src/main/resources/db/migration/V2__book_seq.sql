-- 每个实体一个序列，一次取 50 个号；从用过的号之后开始
create sequence book_seq start with 150 increment by 50;

-- 这时没有人只写旧列了，可以补齐；旧列不再必填，只写新列的版本才插得进去
update book set name = title where name is null;
alter table book alter column name set not null;
alter table book alter column title drop not null;

-- 加一个可以为空的列：正在运行的旧版本不知道它，也不受影响
alter table book add column name varchar(200);

alter table book rename column name to title;

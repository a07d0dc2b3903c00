alter table book rename column title to name;

alter table book add column title varchar(200);

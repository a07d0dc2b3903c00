alter table book drop column title;

alter table book add column subtitle text;

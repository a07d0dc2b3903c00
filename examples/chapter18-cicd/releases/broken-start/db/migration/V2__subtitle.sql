alter table books add column subtitle varchar(200);

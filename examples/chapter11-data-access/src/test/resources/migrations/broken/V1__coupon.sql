create table coupon (code varchar(20), code varchar(20));

create table coupon (code varchar(20));

create table coupon (code varchar(40));

insert into book (isbn, title, price) values
  ('9787536692930', '三体', 23.00),
  ('9787544270878', '解忧杂货店', 39.50),
  ('9787020002207', '红楼梦', 59.70),
  ('9787111213826', 'Java 编程思想', 108.00)
on conflict do nothing;

insert into stock (isbn, received, available, reserved, sold) values
  ('9787536692930', 100, 100, 0, 0),
  ('9787544270878', 50, 50, 0, 0),
  ('9787020002207', 3, 3, 0, 0),
  ('9787111213826', 20, 20, 0, 0)
on conflict do nothing;

insert into coupon (code, percent, min_amount) values
  ('AUTUMN15', 15, 100.00), ('AUTUMN16', 15, 100.00), ('READ10', 10, 0.01)
on conflict do nothing;

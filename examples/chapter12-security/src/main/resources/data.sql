-- 旧系统没有编码过密码。登录一次，就会换成 bcrypt
merge into customers (name, password, role) values
    ('alice', '{noop}pw', 'CUSTOMER'),
    ('bob', '{noop}pw', 'CUSTOMER'),
    ('sam', '{noop}pw', 'STAFF');

package com.example.bookstore.security;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsPasswordService;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Service;

// region customers
@Service
class Customers implements UserDetailsService, UserDetailsPasswordService {

    private final JdbcClient jdbc;

    Customers(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        return jdbc.sql("select name, password, role from customers where name = ?")
                .param(name).query((row, i) -> User.withUsername(row.getString("name"))
                        .password(row.getString("password"))
                        .roles(row.getString("role")).build())
                .optional().orElseThrow(() -> new UsernameNotFoundException(name));
    }

    /** 登录成功、而密码还用着旧编码时调用；条件里有旧密码，不覆盖他刚改的。 */
    @Override
    public UserDetails updatePassword(UserDetails user, String newPassword) {
        jdbc.sql("update customers set password = ? where name = ? and password = ?")
                .params(newPassword, user.getUsername(), user.getPassword()).update();
        return User.withUserDetails(user).password(newPassword).build();
    }
}
// endregion customers

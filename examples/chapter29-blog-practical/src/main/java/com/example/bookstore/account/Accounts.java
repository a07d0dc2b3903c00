package com.example.bookstore.account;

import com.example.bookstore.CleanText;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Repository;

/** Accounts of those who write. Readers have none. */
@Repository
public class Accounts implements UserDetailsService {

    private final JdbcClient jdbc;
    private final PasswordEncoder passwords;

    Accounts(JdbcClient jdbc, PasswordEncoder passwords) {
        this.jdbc = jdbc;
        this.passwords = passwords;
    }

    @Override
    public Blogger loadUserByUsername(String username) {
        return jdbc.sql("select id, username, display_name, password, role from account where username = ?")
                .param(CleanText.of(username)) // 带 U+0000 的，数据库会报错
                .query((row, n) -> new Blogger(row.getLong("id"), row.getString("username"),
                        row.getString("display_name"), row.getString("password"), row.getString("role")))
                .optional().orElseThrow(() -> new UsernameNotFoundException("没有这个账号"));
    }

    /** Makes an account unless there is one of this name. */
    public void create(String username, String displayName, String password, String role) {
        jdbc.sql("""
                insert into account (username, display_name, password, role) values (?, ?, ?, ?)
                on conflict (username) do nothing""")
                .params(username, displayName, passwords.encode(password), role).update();
    }

    public boolean none() {
        return jdbc.sql("select not exists (select from account)").query(Boolean.class).single();
    }
}

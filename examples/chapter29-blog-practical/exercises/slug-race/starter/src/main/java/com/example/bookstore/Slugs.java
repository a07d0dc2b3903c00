package com.example.bookstore;

import org.springframework.jdbc.core.simple.JdbcClient;

// region create
public class Slugs {

    private final JdbcClient jdbc;

    public Slugs(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** 存下文章，返回它的地址：hello、hello-2、hello-3…… */
    public String create(String base) {
        int n = 1;
        String slug = base;
        while (exists(slug)) {
            n++;
            slug = base + "-" + n;
        }
        jdbc.sql("insert into post (slug) values (?)").param(slug).update();
        return slug;
    }

    private boolean exists(String slug) {
        return jdbc.sql("select count(*) from post where slug = ?").param(slug)
                .query(Integer.class).single() > 0;
    }
}
// endregion create

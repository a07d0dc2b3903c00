package com.example.bookstore;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

// region create
public class Slugs {

    private static final int ATTEMPTS = 50;

    private final JdbcClient jdbc;

    public Slugs(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** 存下文章，返回它的地址：hello、hello-2、hello-3…… 最多试 50 个，再多就抛异常 */
    public String create(String base) {
        for (int n = 1; n <= ATTEMPTS; n++) {
            String slug = n == 1 ? base : base + "-" + n;
            try {
                jdbc.sql("insert into post (slug) values (?)").param(slug).update();
                return slug;
            }
            catch (DuplicateKeyException ex) {
                // 被占了，不论是以前的文章还是刚刚的另一个人：试下一个
            }
        }
        throw new IllegalStateException("名字都被占了：" + base);
    }
}
// endregion create

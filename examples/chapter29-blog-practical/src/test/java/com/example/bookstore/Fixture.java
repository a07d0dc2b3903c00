package com.example.bookstore;

import com.example.bookstore.account.Accounts;
import com.example.bookstore.post.PostForm;
import com.example.bookstore.post.Posts;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The people and posts that tests begin with. */
@TestConfiguration(proxyBeanMethods = false)
public class Fixture {

    static final String PASSWORD = "secret-for-tests";

    private final JdbcClient jdbc;
    private final Posts posts;
    private final Accounts accounts;
    private final CacheManager caches;

    Fixture(JdbcClient jdbc, Posts posts, Accounts accounts, CacheManager caches) {
        this.jdbc = jdbc;
        this.posts = posts;
        this.accounts = accounts;
        this.caches = caches;
    }

    /** Lin and Wu write, Zhou edits; nothing else is there. */
    public void reset() {
        jdbc.sql("truncate account, post, post_tag, comment, picture restart identity").update();
        caches.getCacheNames().forEach(name -> caches.getCache(name).clear()); // the ids begin again
        account("lin", "林晓", "AUTHOR");
        account("wu", "吴霜", "AUTHOR");
        account("zhou", "周编辑", "EDITOR");
    }

    private void account(String username, String name, String role) {
        // Plain, as hashing would be the slowest part of most tests; SecurityTests use a real one.
        jdbc.sql("insert into account (username, display_name, password, role) values (?, ?, ?, ?)")
                .params(username, name, "{noop}" + PASSWORD, role).update();
    }

    public long id(String username) {
        return accounts.loadUserByUsername(username).id();
    }

    public long draft(String author, String title, String body, String tags) {
        return posts.create(new PostForm(title, body, tags, 0), id(author));
    }

    public long published(String author, String title, String body, String tags) {
        long id = draft(author, title, body, tags);
        posts.publish(id, id(author));
        return id;
    }

    public JdbcClient jdbc() {
        return jdbc;
    }
}

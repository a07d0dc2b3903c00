package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

import com.example.bookstore.Releases.Release;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class ReleasesTest {

    private JdbcClient database;
    private final List<String> books = new ArrayList<>();

    @BeforeEach
    void create() {
        database = JdbcClient.create(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));
        database.sql("create table book (id bigint generated always as identity primary key, title varchar(200) not null)").update();
        add(Releases.OLD, "原来就有的书");
        add(Releases.OLD, "原来就有的书"); // 同名的书可以有两本
        add(Releases.OLD, "很长的书名".repeat(40)); // 旧列放得下的，新列也要放得下
    }

    private void add(Release release, String book) {
        int marks = (int) release.insert().chars().filter(character -> character == '?').count();
        database.sql(release.insert()).params(Collections.nCopies(marks, book)).update();
        books.add(book);
    }

    private void readable(Release release) {
        assertThat(database.sql(release.read()).query(String.class).list()).isEqualTo(books);
    }

    private void migrate(Release release) {
        release.migration().forEach(sql -> database.sql(sql).update());
    }

    @Test
    @DisplayName("正好三次发布")
    void three() {
        assertThat(Releases.NEXT).hasSize(3);
    }

    @Test
    @DisplayName("每次发布，旧的与新的同时在用：谁写的，两边都读得到")
    void bothWork() {
        Release old = Releases.OLD;
        for (Release now : Releases.NEXT) {
            migrate(now);
            readable(old);
            add(old, "旧版本写的 " + books.size());
            add(now, "新版本写的 " + books.size());
            add(old, "旧版本又写的 " + books.size());
            readable(old);
            readable(now);
            old = now;
        }
        assertThat(books).hasSize(12);
    }

    @Test
    @DisplayName("每次发布之后退回上一版：照样能读能写")
    void canGoBack() {
        Release old = Releases.OLD;
        for (Release now : Releases.NEXT) {
            migrate(now);
            add(now, "新版本写的 " + books.size());
            readable(old);
            add(old, "退回之后写的 " + books.size());
            readable(old);
            readable(now);
            old = now;
        }
    }

    @Test
    @DisplayName("最后旧列没有了，新列不许空")
    void cleanedUp() {
        Releases.NEXT.forEach(this::migrate);
        assertThat(database.sql("select column_name from information_schema.columns where table_name = 'BOOK'")
                .query(String.class).list()).containsExactlyInAnyOrder("ID", "NAME");
        assertThatThrownBy(() -> database.sql("insert into book (name) values (null)").update()).isInstanceOf(org.springframework.dao.DataIntegrityViolationException.class);
    }
}

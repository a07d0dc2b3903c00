package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

@DisplayName("书名会改的列，分四次改名")
class FourReleasesTests {

    /** 一次发布：先执行的语句，怎样加一本、改一本、读出全部书名。 */
    private record Release(String migration, String insert, String edit, String read) {
    }

    private static final String TITLES = "select title from book order by id";
    private static final String NAMES = "select name from book order by id";
    private static final String ADD_BOTH = "insert into book (title, name, price) values (:name, :name, 100)";
    private static final String EDIT_BOTH = "update book set title = :name, name = :name where id = :id";
    private static final String ADD_NAME = "insert into book (name, price) values (:name, 100)";
    private static final String EDIT_NAME = "update book set name = :name where id = :id";

    private static final Release NOW = new Release("", "insert into book (title, price) values (:name, 100)",
            "update book set title = :name where id = :id", TITLES);
    private static final List<Release> FOUR = List.of(
            new Release("alter table book add column name varchar(200)", ADD_BOTH, EDIT_BOTH, TITLES),
            new Release("update book set name = title where name is distinct from title", ADD_BOTH, EDIT_BOTH, NAMES),
            new Release("alter table book alter column title drop not null", ADD_NAME, EDIT_NAME, NAMES),
            new Release("alter table book drop column title", ADD_NAME, EDIT_NAME, NAMES));

    private final DriverManagerDataSource source = new DriverManagerDataSource("jdbc:h2:mem:four;DB_CLOSE_DELAY=-1", "sa", "");
    private final JdbcClient database = JdbcClient.create(source);
    private final List<String> books = new ArrayList<>();

    private List<String> read(Release release) {
        return database.sql(release.read()).query(String.class).list();
    }

    /** 加一本，再把第一本与刚加的这一本的书名改掉。 */
    private void write(Release release, String text) {
        database.sql(release.insert()).param("name", text).update();
        books.add(text);
        for (int book : new int[] {0, books.size() - 1}) {
            books.set(book, text + "改过的 " + book);
            assertThat(database.sql(release.edit()).param("name", books.get(book)).param("id", book + 1).update()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("每次发布新旧两个版本都加、都改，退回一次再换过去：谁写的两边都读得到，一个字也不丢")
    void edits() {
        new ResourceDatabasePopulator(new FileSystemResource(Recording.module()
                .resolve("src/main/resources/db/migration/V1__books.sql"))).execute(source);
        books.addAll(read(NOW));
        assertThat(books).hasSize(2);
        Release old = NOW;
        for (Release release : FOUR) {
            database.sql(release.migration()).update();
            for (Release writer : List.of(old, release, old, release)) {
                write(writer, "第 " + (FOUR.indexOf(release) + 1) + " 次");
                assertThat(read(old)).isEqualTo(books);
                assertThat(read(release)).isEqualTo(books);
            }
            write(old, "退回之后"); // 再换过去时，迁移脚本不会再执行
            assertThat(read(release)).isEqualTo(books);
            old = release;
        }
        assertThat(books).hasSize(2 + 5 * FOUR.size());
    }
}

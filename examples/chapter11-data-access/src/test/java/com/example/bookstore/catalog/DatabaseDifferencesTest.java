package com.example.bookstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import com.example.bookstore.support.SqlLog;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the contract of the repository had to level out. */
@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class DatabaseDifferencesTest {

    private static Long keyOf(Database database) {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        JdbcClient jdbc = Application.on(database).getBean(JdbcClient.class);
        jdbc.sql("delete from order_line").update();
        jdbc.sql("delete from book").update();
        jdbc.sql("""
                insert into book (isbn, title, price, stock, version)
                values ('9787111000103', '书', 10, 1, 0)
                """).update(key, "id");
        return key.getKeyAs(Long.class);
    }

    @Test
    @DisplayName("自增主键：H2 与 PostgreSQL 给 Long，MariaDB 的驱动给 BigInteger")
    void generatedKey() {
        assertThat(keyOf(Database.H2)).isPositive();
        assertThat(keyOf(Database.POSTGRESQL)).isPositive();
        Throwable thrown = catchThrowable(() -> keyOf(Database.MARIADB));
        assertThat(thrown).isInstanceOf(DataRetrievalFailureException.class);
        Recording.check("generated-key.txt", thrown.toString());
    }

    @ParameterizedTest
    @CsvSource({"H2, '', false", "POSTGRESQL, '', false", "MARIADB, '', true",
        "MARIADB, collate utf8mb4_bin, false"})
    @DisplayName("'Spring' like '%spring%'：PostgreSQL 与 H2 分大小写，MariaDB 看列的排序规则")
    void like(Database database, String collation, boolean matches) {
        try (HikariDataSource pool = database.freshPool("like", 1)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            jdbc.sql("create table shelf (title varchar(20) %s)".formatted(collation)).update();
            jdbc.sql("insert into shelf values ('Spring')").update();

            assertThat(jdbc.sql("select title from shelf where title like '%spring%'")
                    .query(String.class).list()).hasSize(matches ? 1 : 0);
            if (database == Database.MARIADB) {
                assertThat(jdbc.sql("""
                        select collation_name from information_schema.columns
                        where table_schema = database() and table_name = 'shelf'
                        """).query(String.class).single()).endsWith(matches ? "_ci" : "_bin");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"H2, for update", "POSTGRESQL, for no key update of be1_0",
        "MARIADB, for update"})
    @DisplayName("@Lock(PESSIMISTIC_WRITE)：H2 与 MariaDB 是 for update，PostgreSQL 是 for no key update")
    void pessimisticLock(Database database, String end) {
        var context = Application.on(database);
        JdbcClient jdbc = context.getBean(JdbcClient.class);
        jdbc.sql("delete from order_line").update();
        jdbc.sql("delete from book").update();
        long id = context.getBean(JdbcBookRepository.class)
                .save(Book.create("9787111000103", "书", "10", 1)).id();
        TransactionTemplate transaction =
                new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        transaction.executeWithoutResult(status ->
                assertThat(context.getBean(SqlLog.class).during(() ->
                        context.getBean(BookEntities.class).findLockedById(id)))
                        .singleElement().asString().endsWith(end));
    }

    @Test
    @DisplayName("(published_on, id) < (?, ?)：PostgreSQL 用得上索引，MariaDB 要拆成两半才用得上")
    void rowValues() {
        String rowValue = "(published_on, id) < ('2000-02-01', 50)";
        String twoHalves = "published_on < '2000-02-01' or (published_on = '2000-02-01' and id < 50)";
        try (HikariDataSource pool = Database.POSTGRESQL.freshPool("rows", 1)) {
            JdbcClient jdbc = newBooks(pool);
            jdbc.sql("set enable_seqscan = off").update();
            assertThat(jdbc.sql("explain select id from new_book where " + rowValue)
                    .query(String.class).list()).anyMatch(line -> line.contains("Index Cond: (ROW("));
        }
        try (HikariDataSource pool = Database.MARIADB.freshPool("rows", 1)) {
            JdbcClient jdbc = newBooks(pool);
            assertThat(usableIndexes(jdbc, rowValue)).isNull();
            assertThat(usableIndexes(jdbc, twoHalves)).asString().contains("newest");
        }
    }

    private static JdbcClient newBooks(HikariDataSource pool) {
        JdbcClient jdbc = JdbcClient.create(pool);
        jdbc.sql("create table new_book (id bigint primary key, published_on date not null)").update();
        jdbc.sql("create index newest on new_book (published_on, id)").update();
        jdbc.sql("insert into new_book values (1, '2000-01-01'), (2, '2000-01-02'), (3, '2001-01-01')")
                .update();
        return jdbc;
    }

    private static Object usableIndexes(JdbcClient jdbc, String condition) {
        return jdbc.sql("explain select id from new_book where " + condition)
                .query().singleRow().get("possible_keys");
    }
}

package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One call of batchUpdate with 1000 rows: how many statements does the server execute? */
@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class BatchInsertTest {

    private static final List<Object[]> ROWS = IntStream.range(0, 1000)
            .mapToObj(i -> new Object[] {i, "书 " + i}).toList();

    /** Rows that one statement of a transaction inserted share their {@code cmin}. */
    private static List<Integer> rowsPerStatementOnPostgresql(String... parameters) {
        try (HikariDataSource pool = Database.POSTGRESQL.freshPool("batch", 1, parameters)) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            jdbc.execute("create table book (id int, title text)");
            var transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
            return transaction.execute(status -> {
                jdbc.batchUpdate("insert into book (id, title) values (?, ?)", ROWS);
                return jdbc.queryForList("""
                        select count(*) from book group by cmin order by cmin::text::int
                        """, Integer.class);
            });
        }
    }

    /** The session's own counters, before and after. */
    private static Map<String, Long> statementsOnMariadb(String... parameters) {
        try (HikariDataSource pool = Database.MARIADB.freshPool("batch", 1, parameters)) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            jdbc.execute("create table book (id int, title text)");
            var transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
            return transaction.execute(status -> {
                Map<String, Long> before = counters(jdbc);
                jdbc.batchUpdate("insert into book (id, title) values (?, ?)", ROWS);
                Map<String, Long> after = counters(jdbc);
                after.replaceAll((name, value) -> value - before.get(name));
                return after;
            });
        }
    }

    private static Map<String, Long> counters(JdbcTemplate jdbc) {
        return jdbc.query("""
                show session status where variable_name in
                    ('Com_insert', 'Com_stmt_execute')
                """, (rs, i) -> Map.entry(rs.getString(1), rs.getLong(2))).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue,
                        Long::sum, TreeMap::new));
    }

    @Test
    @DisplayName("PostgreSQL：不加参数 1000 条语句，reWriteBatchedInserts 之后 6 条")
    void postgresql() {
        List<Integer> plain = rowsPerStatementOnPostgresql();
        List<Integer> rewritten = rowsPerStatementOnPostgresql("reWriteBatchedInserts=true");
        assertThat(plain).hasSize(1000);
        Recording.check("batch-postgresql.txt", "默认：%d 条语句%nreWriteBatchedInserts=true：%d 条语句，各插入 %s 行"
                .formatted(plain.size(), rewritten.size(), rewritten));
        assertThat(rewritten).hasSize(6);
    }

    @Test
    @DisplayName("MariaDB：服务器执行了几条 INSERT，由会话计数器说话")
    void mariadb() {
        Recording.check("batch-mariadb.txt", """
                默认：%s
                useBulkStmts=false：%s
                """.formatted(statementsOnMariadb(), statementsOnMariadb("useBulkStmts=false")));
    }

    @Test
    @DisplayName("JdbcClient 没有批量方法：它与它的语句都没有一个名字里带 batch 的")
    void jdbcClient() {
        for (Class<?> type : new Class<?>[] {JdbcClient.class, JdbcClient.StatementSpec.class}) {
            assertThat(type.getMethods()).extracting(Method::getName).contains(type == JdbcClient.class ? "sql" : "update")
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).contains("batch"));
        }
    }
}

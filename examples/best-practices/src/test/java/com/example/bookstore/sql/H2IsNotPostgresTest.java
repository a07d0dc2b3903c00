package com.example.bookstore.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Optional;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** One query on H2 in its PostgreSQL mode, and on PostgreSQL. */
@RequiresService(Service.POSTGRESQL)
class H2IsNotPostgresTest {

    private static final String H2 = "jdbc:h2:mem:;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";

    // region bad
    /** ISBN 一列是 varchar，调用方手里是一个数。 */
    static Optional<String> titleByNumber(JdbcClient jdbc, long isbn) {
        return jdbc.sql("select title from book where isbn = ?")
                .param(isbn).query(String.class).optional();
    }
    // endregion bad

    // region good
    static Optional<String> titleByIsbn(JdbcClient jdbc, String isbn) {
        return jdbc.sql("select title from book where isbn = ?")
                .param(isbn).query(String.class).optional();
    }
    // endregion good

    private static JdbcClient withOneBook(DataSource database) {
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql("create temporary table book (isbn varchar(13), title varchar(100))").update();
        jdbc.sql("insert into book values ('9787111000110', '三体')").update();
        return jdbc;
    }

    @Test
    @DisplayName("H2 的 PostgreSQL 模式：数与字符串自动转换，测试通过")
    void passesOnH2() {
        SingleConnectionDataSource h2 = new SingleConnectionDataSource(H2, true);
        assertThat(titleByNumber(withOneBook(h2), 9787111000110L)).contains("三体");
        h2.destroy();
    }

    @Test
    @DisplayName("PostgreSQL：同一个方法报错")
    void failsOnPostgres() {
        SingleConnectionDataSource postgres = Postgres.connect();
        Throwable thrown = catchThrowable(
                () -> titleByNumber(withOneBook(postgres), 9787111000110L));
        assertThat(thrown).isInstanceOf(BadSqlGrammarException.class);
        Recording.check("h2-is-not-postgres.txt", thrown.getCause().toString());
        postgres.destroy();
    }

    @Test
    @DisplayName("参数的类型与列一致：在 PostgreSQL 上通过")
    void passesOnPostgres() {
        SingleConnectionDataSource postgres = Postgres.connect();
        assertThat(titleByIsbn(withOneBook(postgres), "9787111000110")).contains("三体");
        postgres.destroy();
    }
}

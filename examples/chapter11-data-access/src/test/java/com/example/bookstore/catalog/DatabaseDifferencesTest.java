package com.example.bookstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;

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
    @CsvSource({"H2, false", "POSTGRESQL, false", "MARIADB, true"})
    @DisplayName("'Spring' like '%spring%'：分不分大小写，看数据库")
    void like(Database database, boolean matches) {
        assertThat(Application.on(database).getBean(JdbcClient.class)
                .sql("select case when 'Spring' like '%spring%' then 1 else 0 end")
                .query(Integer.class).single() == 1).isEqualTo(matches);
    }
}

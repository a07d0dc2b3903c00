package com.example.bookstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

import com.example.book.RequiresService;
import com.example.book.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** A thousand books of ten prices, read page by page while nobody changes anything. */
@RequiresService(Service.POSTGRESQL)
class PagingOrderTest {

    private SingleConnectionDataSource connection;
    private JdbcClient jdbc;

    @BeforeEach
    void thousandBooks() {
        connection = Postgres.connect();
        jdbc = JdbcClient.create(connection);
        jdbc.sql("""
                create temporary table book as
                select id, id % 10 as price from generate_series(1, 1000) as id
                """).update();
    }

    @AfterEach
    void close() {
        connection.destroy();
    }

    // region pages
    private List<Integer> allPages(String orderBy) {
        List<Integer> seen = new ArrayList<>();
        for (int page = 0; page < 50; page++) {
            seen.addAll(jdbc.sql("select id from book order by " + orderBy
                    + " limit 20 offset " + page * 20).query(Integer.class).list());
        }
        return seen;
    }
    // endregion pages

    // region bad
    @Test
    @DisplayName("只按价格排：没人改数据，翻完五十页，一千行里不同的书不到九百本")
    void priceIsNoTotalOrder() {
        List<Integer> seen = allPages("price");
        assertThat(seen).hasSize(1000);
        assertThat(new HashSet<>(seen)).hasSizeLessThan(900);
    }
    // endregion bad

    // region good
    @Test
    @DisplayName("末尾加上主键：每本恰好一次")
    void idMakesItTotal() {
        List<Integer> seen = allPages("price, id");
        assertThat(seen).hasSize(1000);
        assertThat(new HashSet<>(seen)).hasSize(1000);
    }
    // endregion good

    @Test
    @DisplayName("同一句 SQL，offset 不同，PostgreSQL 挑的排序办法不同")
    void theOffsetChangesTheSort() {
        assertThat(plan(0)).contains("Sort Method: top-N heapsort");
        assertThat(plan(980)).contains("Sort Method: quicksort");
    }

    private String plan(int offset) {
        return String.join("\n", jdbc.sql("explain analyze select id from book order by price limit 20 offset "
                + offset).query(String.class).list());
    }
}

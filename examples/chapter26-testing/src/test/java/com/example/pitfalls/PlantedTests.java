package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.StoreSuites;
import com.example.testing.Planted;
import com.example.testing.Suites;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Four bugs, one after the other, and which suite notices. */
@RequiresService(Service.POSTGRESQL)
class PlantedTests {

    private static final String REFUSED = "outOfStockIsAConflict()";

    private static List<String> notices(Planted store) {
        List<String> cells = new ArrayList<>();
        for (Class<?>[] level : StoreSuites.ALL) {
            cells.add(store.run(level).green() ? "通过" : "失败");
        }
        return cells;
    }

    private static Table row(Table table, String bug, List<String> cells) {
        List<Object> row = new ArrayList<>(List.of(bug));
        row.addAll(cells);
        return table.row(row.toArray());
    }

    // region bugs
    @Test
    void whoFindsWhich() {
        Table table = new Table("种下的错", "单元测试", "切片",
                "整个应用 H2", "整个应用 PostgreSQL");
        try (Planted boundary = new Planted("Discount", "total >= FROM", "total > FROM");
                Planted valid = new Planted("OrderController", "@Valid @Req", "@Req");
                Planted stock = new Planted("JdbcShelf", " and stock >= :quantity", "");
                Planted ifnull = new Planted("JdbcShelf", "coalesce(", "ifnull(")) {
            row(table, "满一百写成超过一百", notices(boundary));
            row(table, "漏了 @Valid", notices(valid));
            row(table, "扣库存不看库存", notices(stock));
            row(table, "SQL 用了 ifnull", notices(ifnull));
        }
        assertThat(table.toString().lines().filter(line -> line.contains("失败"))).hasSize(4);
        Recording.check("who-finds-which.txt", table.toString());
    }
    // endregion bugs

    @Test
    void withoutABugAllAreGreen() {
        try (Planted same = new Planted("Discount", "/ 10 :", "/ 10  :")) {
            assertThat(notices(same)).containsOnly("通过");
        }
    }

    @Test
    void postgresDoesNotKnowIfnull() {
        try (Planted ifnull = new Planted("JdbcShelf", "coalesce(", "ifnull(")) {
            Suites.Outcome outcome = ifnull.run(StoreSuites.SQL);
            assertThat(outcome.failures()).hasSize(1);
            Throwable root = outcome.failure();
            while (root.getCause() != null) {
                root = root.getCause();
            }
            Recording.check("ifnull.txt", root.getClass().getName() + ": " + root.getMessage());
        }
    }

    @Test
    void h2KnowsIfnullInItsPostgresqlModeToo() {
        JdbcTemplate h2 = new JdbcTemplate(new DriverManagerDataSource("jdbc:h2:mem:mode;MODE=PostgreSQL"));
        assertThat(h2.queryForObject("select ifnull(null, 7)", Integer.class)).isEqualTo(7);
    }

    @Test
    void greenForTheWrongReason() {
        Table table = new Table("种下的错", "/order，四百多", "/orders，四百多", "/orders，409");
        try (Planted wrong = new Planted("OutOfStockException", "CONFLICT", "NOT_FOUND");
                Planted sells = new Planted("OrderController", "orders.place(request.isbn(), request.quantity())",
                        "new Sale(request.isbn(), request.quantity(), 0)")) {
            row(table, "409 改成 404", refusal(wrong));
            row(table, "不问服务，谁来都卖", refusal(sells));
            assertThat(refusal(wrong)).containsExactly("通过", "通过", "失败");
            assertThat(refusal(sells)).containsExactly("通过", "失败", "失败");
            Recording.check("wrong-reason.txt", table.toString());
            assertThat(wrong.run(StoreSuites.SLICE).failures().get(REFUSED)).hasMessageContainingAll("409", "404");
        }
    }

    /** What three tests of "out of stock is refused" say, from the most careless to the most careful. */
    private static List<String> refusal(Planted store) {
        return List.of(store.run(StoreSuites.CARELESS).green() ? "通过" : "失败",
                store.run(StoreSuites.LOOSE).green() ? "通过" : "失败",
                store.run(StoreSuites.SLICE).failures().containsKey(REFUSED) ? "失败" : "通过");
    }
}

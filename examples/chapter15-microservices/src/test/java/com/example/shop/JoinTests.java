package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.order.OrderTitles;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

@AsksSharedOrder
class JoinTests {

    @Test
    void twentyOrders() {
        StandIn catalog = SharedOrder.catalog(exchange -> StandIn.json(200,
                exchange.getRequestURI().getPath().equals("/books") ? "[" + StandIn.BOOK + "]" : StandIn.BOOK)
                .to(exchange));
        OrderTitles titles = SharedOrder.bean(OrderTitles.class);
        List<String> isbns = Collections.nCopies(20, "9787536692930");
        List<String> first = titles.oneByOne(isbns);
        int oneByOne = catalog.arrived();
        catalog.resetArrived();
        List<String> second = titles.together(isbns);
        int together = catalog.arrived();
        assertThat(first).isEqualTo(second).hasSize(20);
        assertThat(oneByOne).isEqualTo(20);
        assertThat(together).isEqualTo(1);
        Recording.check("join.txt", new Table("显示 20 张订单的书名", "调用目录服务的次数")
                .row("一张问一次", oneByOne).row("收齐了一次问完", together).toString());
    }

    /** The real catalog gives at most 100 at once, and answers 400 to a question without a book. */
    @Test
    void neverMoreThanAllowed() {
        try (ConfigurableApplicationContext catalog = Apps.catalog()) {
            StandIn counting = SharedOrder.catalog(exchange -> {
                HttpResponse<String> real = Http.get(Apps.url(catalog) + exchange.getRequestURI());
                StandIn.json(real.statusCode(), real.body()).to(exchange);
            });
            int[][] expected = {{0, 0}, {1, 1}, {100, 1}, {101, 2}, {250, 3}};
            for (int[] books : expected) {
                List<String> isbns = IntStream.range(0, books[0]).mapToObj("978%010d"::formatted).toList();
                counting.resetArrived();
                assertThat(SharedOrder.bean(OrderTitles.class).together(isbns)).hasSize(books[0])
                        .allMatch("（已下架）"::equals);
                assertThat(counting.arrived()).isEqualTo(books[1]);
            }
        }
    }

    @Test
    void bookNoLongerSold() {
        SharedOrder.catalog(StandIn.json(200, "[" + StandIn.BOOK + "]"));
        List<String> isbns = new ArrayList<>(List.of("9787536692930", "9780000000000"));
        assertThat(SharedOrder.bean(OrderTitles.class).together(isbns)).containsExactly("三体", "（已下架）");
    }
}

package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.catalog.Books;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("二十个店员同时各卖一本")
class LostUpdateTests {

    private static final int CLERKS = 20;

    @Autowired
    RestTestClient client;

    @Autowired
    Books books;

    private final Table table = new Table("写法", "各种状态码的次数", "卖出 20 本，库存从 20 变为");

    record Seen(int stock, String etag) {
    }

    @BeforeEach
    void reset() {
        books.reset();
    }

    // region lost-update
    @Test
    @DisplayName("不看版本会丢更新；If-Match 只放行一个；失败重试则一个不丢")
    void lostUpdate() throws Exception {
        CyclicBarrier allHaveRead = new CyclicBarrier(CLERKS);

        Map<Integer, Integer> blind = sell(() -> {
            Seen seen = read();
            allHaveRead.await();
            return write(seen, "*");
        });
        row("If-Match: *（不看版本）", blind);
        assertThat(blind).isEqualTo(Map.of(200, CLERKS));
        assertThat(stock()).isEqualTo(19);

        Map<Integer, Integer> checked = sell(() -> {
            Seen seen = read();
            allHaveRead.await();
            return write(seen, seen.etag());
        });
        row("If-Match: 读到的 ETag", checked);
        assertThat(checked).isEqualTo(Map.of(200, 1, 412, CLERKS - 1));
        assertThat(stock()).isEqualTo(19);

        Map<Integer, Integer> retried = sell(() -> {
            int status;
            do {
                Seen seen = read();
                status = write(seen, seen.etag());
            }
            while (status == 412);
            return status;
        });
        row("同上，412 就重读再试", retried);
        assertThat(stock()).isZero();

        Recording.check("lost-update.txt", table.toString());
    }
    // endregion lost-update

    /** 每个店员一个线程做 {@code sale}；返回各状态码出现的次数。库存先补到 20。 */
    private Map<Integer, Integer> sell(Callable<Integer> sale) throws Exception {
        books.reset();
        Map<Integer, Integer> statuses = new TreeMap<>();
        try (ExecutorService clerks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> sales = new ArrayList<>();
            for (int i = 0; i < CLERKS; i++) {
                sales.add(clerks.submit(sale));
            }
            for (Future<Integer> done : sales) {
                statuses.merge(done.get(), 1, Integer::sum);
            }
        }
        return statuses;
    }

    private Seen read() {
        var response = client.get().uri("/books/3").exchange().expectStatus().isOk()
                .returnResult(Map.class);
        return new Seen((int) response.getResponseBody().get("stock"),
                response.getResponseHeaders().getETag());
    }

    private int write(Seen seen, String ifMatch) {
        return client.put().uri("/books/3").header("If-Match", ifMatch)
                .contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"isbn": "9787115546081", "title": "算法（第 4 版）",
                         "price": 99.00, "publishedOn": "2012-10-01", "stock": %d}"""
                        .formatted(seen.stock() - 1))
                .exchange().returnResult(byte[].class).getStatus().value();
    }

    private int stock() {
        return books.findById(3).orElseThrow().stock();
    }

    private void row(String how, Map<Integer, Integer> statuses) {
        List<String> counts = statuses.entrySet().stream()
                .map(entry -> entry.getKey() + " x " + entry.getValue()).toList();
        table.row(how, String.join("，", counts), stock());
    }
}

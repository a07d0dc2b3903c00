package com.example.bookstore;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.order.Orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("接口说到的，别人换个样子来也做得到")
class PromisesTests {

    private static final int CLERKS = 6;

    private static final int ROUNDS = 60;

    @Autowired
    RestTestClient client;

    @Autowired
    Books books;

    @Autowired
    Orders orders;

    @AfterEach
    void reset() {
        books.reset();
    }

    record Written(String etag, String body) {
    }

    @Test
    @DisplayName("If-Match: *，六个人同时写：同一个强 ETag 不会有两种内容")
    void oneETagOneBody() throws Exception {
        CyclicBarrier round = new CyclicBarrier(CLERKS);
        List<Future<List<Written>>> clerks = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int clerk = 0; clerk < CLERKS; clerk++) {
                String name = "店员" + clerk;
                clerks.add(threads.submit(() -> {
                    List<Written> written = new ArrayList<>();
                    for (int i = 0; i < ROUNDS; i++) {
                        round.await();
                        written.add(overwrite(name + "改的第 " + i + " 次"));
                    }
                    return written;
                }));
            }
        }
        Map<String, String> bodies = new TreeMap<>();
        for (Future<List<Written>> clerk : clerks) {
            for (Written written : clerk.get()) {
                assertThat(bodies.putIfAbsent(written.etag(), written.body())).isNull();
            }
        }
        assertThat(bodies).hasSize(CLERKS * ROUNDS);
    }

    private Written overwrite(String title) {
        var response = client.put().uri("/books/3").header("If-Match", "*")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"%s\", \"price\": 9, \"publishedOn\": \"2012-10-01\", \"stock\": 1}".formatted(title))
                .exchange().expectStatus().isOk().returnResult(String.class);
        return new Written(response.getResponseHeaders().getETag(), response.getResponseBody());
    }

    @Test
    @DisplayName("删掉的书，不会因为晚到的一次覆盖又回来")
    void aDeletedBookStaysDeleted() {
        Book seen = books.findById(3).orElseThrow();
        books.delete(3);
        books.save(seen);
        assertThat(books.findById(3)).isEmpty();
        client.put().uri("/books/3").header("If-Match", "*").contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"算法\", \"price\": 9, \"publishedOn\": \"2012-10-01\", \"stock\": 1}")
                .exchange().expectStatus().isNotFound();
    }

    @Test
    @DisplayName("下架时带着旧版本：412，书还在；带着当前版本：204")
    void deleteLooksAtIfMatch() {
        Book seen = books.findById(3).orElseThrow();
        overwrite("别人先改了");
        client.delete().uri("/books/3").header("If-Match", "\"1\"")
                .exchange().expectStatus().isEqualTo(412);
        assertThat(books.delete(seen)).isFalse();
        assertThat(books.findById(3)).isPresent();
        client.delete().uri("/books/3").header("If-Match", "\"2\"")
                .exchange().expectStatus().isNoContent();
        assertThat(books.findById(3)).isEmpty();
        client.delete().uri("/books/2").header("If-Match", "*")
                .exchange().expectStatus().isNoContent();
    }

    @Test
    @DisplayName("补丁是 null、数组、字符串：400，不是 500")
    void aPatchIsAnObject() {
        for (String patch : List.of("null", "[]", "\"便宜\"")) {
            client.patch().uri("/books/3").header("If-Match", "\"1\"")
                    .header("Content-Type", "application/merge-patch+json").body(patch)
                    .exchange().expectStatus().isBadRequest();
        }
    }

    @Test
    @DisplayName("补丁里的数，指数大到装不进 int：400，不是 500")
    void aNumberTooLargeForBigDecimal() {
        for (String price : List.of("1e2147483648", "1e-2147483648", "1e99999999999")) {
            client.patch().uri("/books/3").header("If-Match", "\"1\"")
                    .header("Content-Type", "application/merge-patch+json")
                    .body("{\"price\": %s}".formatted(price))
                    .exchange().expectStatus().isBadRequest()
                    .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
        }
    }

    @Test
    @DisplayName("上架的请求体也会这样：说的是请求体，不是补丁")
    void aNumberTooLargeInANewBook() {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"算法\", \"price\": 1e99999999999, \"publishedOn\": \"2012-10-01\", \"stock\": 1}")
                .exchange().expectStatus().isBadRequest()
                .expectBody().jsonPath("$.detail").isEqualTo("请求体里的数读不进来");
    }

    @Test
    @DisplayName("路径里的编号不是整数：400，怪的是编号，不是请求体")
    void anIdThatIsNotANumber() {
        for (String id : List.of("abc", "9223372036854775808")) {
            client.get().uri("/books/" + id).exchange().expectStatus().isBadRequest()
                    .expectBody().jsonPath("$.detail").isEqualTo("id 要是一个整数");
        }
    }

    @Test
    @DisplayName("GET 带 If-None-Match: *：标准说书在就是 304，Spring 不认这个星号，给 200")
    void theWildcardOfIfNoneMatch() {
        client.get().uri("/books/3").header("If-None-Match", "*")
                .exchange().expectStatus().isOk();
        client.get().uri("/books/3").header("If-None-Match", "\"1\"")
                .exchange().expectStatus().isEqualTo(304);
    }

    @Test
    @DisplayName("Accept 要的给不出来：406，单没有下，书没有上架")
    void refusedBeforehand() {
        orders.reset();
        for (String uri : List.of("/orders", "/books")) {
            client.post().uri(uri).contentType(MediaType.APPLICATION_JSON)
                    .header("Accept", "application/xml")
                    .body("""
                            {"title": "算法", "price": 9, "publishedOn": "2012-10-01",
                             "stock": 1, "bookId": 1, "quantity": 2}""")
                    .exchange().expectStatus().isEqualTo(406);
        }
        assertThat(books.findAll()).hasSize(5);
        assertThat(orders.findById(Orders.FIRST_ID + 2)).isEmpty();
    }

    @Test
    @DisplayName("If-Match 里的星号要单独写：夹在别的字里，412")
    void theWildcardStandsAlone() {
        for (String ifMatch : List.of("x*", "*, \"9\"", "\"*\"", "1")) {
            client.put().uri("/books/3").header("If-Match", ifMatch).contentType(MediaType.APPLICATION_JSON)
                    .body("{\"title\": \"算法\", \"price\": 9, \"publishedOn\": \"2012-10-01\", \"stock\": 1}")
                    .exchange().expectStatus().isEqualTo(412);
        }
        assertThat(books.findById(3).orElseThrow().version()).isEqualTo(1);
    }

    @Test
    @DisplayName("没有出版日期的书上架不了，按出版日期排序也就不会出错")
    void aBookHasADate() {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"没有日期\", \"price\": 9, \"stock\": 1}")
                .exchange().expectStatus().isEqualTo(422);
        client.get().uri("/books?sort=publishedOn").exchange().expectStatus().isOk();
    }

    @Test
    @DisplayName("页码大到最大的 int：空的一页，没有下一页，也没有负的页码")
    void theLargestPage() {
        client.get().uri("/books?page=2147483647&size=100").exchange().expectStatus().isOk()
                .expectHeader().value("Link", link ->
                        assertThat(link).contains("rel=\"prev\"").doesNotContain("rel=\"next\"", "page=-"));
    }

    @Test
    @DisplayName("版本放在头里，响应就要说自己随它而变，否则共享的缓存会答错")
    void responsesVaryByVersion() {
        client.get().uri("/books/1/price").exchange()
                .expectHeader().valueMatches("Vary", ".*API-Version.*");
    }
}

package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.catalog.BookRequest;
import com.example.bookstore.catalog.Books;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("分页")
class PagingTests {

    @Autowired
    RestTestClient client;

    @Autowired
    Books books;

    record Item(long id, String title) {
    }

    record Page(List<Item> items, int total) {
    }

    @BeforeEach
    @AfterEach
    void reset() {
        books.reset();
    }

    @Test
    @DisplayName("翻页期间有新书上架：按页码翻会重复，越新越靠前的列表尤其如此")
    void drift() {
        Page first = page(0);
        books.insert(new BookRequest("1", "凤凰架构", null, new BigDecimal("99"),
                LocalDate.parse("2021-06-01"), 5));
        Page second = page(1);

        Recording.check("page-drift.txt", new Table("请求", "得到的书")
                .row("GET /books?sort=-publishedOn&size=2&page=0", titles(first))
                .row("（此时上架了 2021 年的《凤凰架构》）", "")
                .row("GET /books?sort=-publishedOn&size=2&page=1", titles(second))
                .toString());
        assertThat(second.items()).containsAnyElementsOf(first.items());
    }

    @Test
    @DisplayName("排序字段在白名单外、size 超限、页码为负，都是 400")
    void refused() {
        Map.of("sort=purchasePrice", "sort 只能是 price、publishedOn、title，降序在前面加 -",
                "size=101", "size 在 1 到 100 之间",
                "page=-1", "page 从 0 开始").forEach((query, reason) ->
                client.get().uri("/books?" + query).exchange()
                        .expectStatus().isBadRequest()
                        .expectBody().jsonPath("$.detail").isEqualTo(reason));
    }

    @Test
    @DisplayName("顺着 Link 的 next 走，每本书恰好一次")
    void links() {
        String uri = "/books?title=&size=2";
        Set<Long> seen = new TreeSet<>();
        while (uri != null) {
            var response = client.get().uri(URI.create(uri)).exchange()
                    .expectStatus().isOk().returnResult(Page.class);
            response.getResponseBody().items().forEach(item ->
                    assertThat(seen.add(item.id())).isTrue());
            String link = response.getResponseHeaders().getFirst("Link");
            uri = link.contains("rel=\"next\"")
                    ? link.replaceAll(".*<([^>]*)>; rel=\"next\".*", "$1") : null;
        }
        assertThat(seen).hasSize(5);
    }

    @Test
    @DisplayName("书名里的加号、& 与花括号，链接照样带得到下一页")
    void linksKeepTheFilter() {
        for (String title : List.of("C++ 标准库", "Q&A=?#", "{id}", "100% 纯手工")) {
            for (int volume = 1; volume <= 2; volume++) {
                books.insert(new BookRequest("1", title + "（" + volume + "）", null,
                        new BigDecimal("99"), LocalDate.parse("2021-06-01"), 5));
            }
            String link = client.get().uri("/books?title={title}&size=1", title).exchange()
                    .expectStatus().isOk().returnResult(Page.class)
                    .getResponseHeaders().getFirst("Link");
            Page next = client.get().uri(URI.create(link.substring(1, link.indexOf('>'))))
                    .exchange().expectStatus().isOk().returnResult(Page.class)
                    .getResponseBody();
            assertThat(titles(next)).as(link).isEqualTo(title + "（2）");
        }
    }

    @Test
    @DisplayName("只有一页：没有 Link 头，而不是一个空的")
    void onlyPage() {
        client.get().uri("/books?title=Java&maxPrice=130").exchange()
                .expectStatus().isOk()
                .expectHeader().doesNotExist("Link");
    }

    @Test
    @DisplayName("条件只从查询串来：同名的请求头不算，一个两个都一样")
    void headersAreNotTheQuery() {
        client.get().uri("/books")
                .header("Page", "1", "x").header("Size", "0").header("MaxPrice", "0")
                .header("Sort", "purchasePrice").header("Title", "none", "such")
                .exchange().expectStatus().isOk()
                .expectBody().jsonPath("$.page").isEqualTo(0)
                .jsonPath("$.items.length()").isEqualTo(5);
    }

    private Page page(int number) {
        return client.get().uri("/books?sort=-publishedOn&size=2&page=" + number).exchange()
                .expectBody(new ParameterizedTypeReference<Page>() { })
                .returnResult().getResponseBody();
    }

    private static String titles(Page page) {
        return String.join("、", page.items().stream().map(Item::title).toList());
    }
}

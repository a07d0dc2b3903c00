package com.example.bookstore;

import com.example.book.Recording;
import com.example.bookstore.catalog.BookRequest;
import com.example.bookstore.catalog.Books;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("图上画的漂移与实际的一致")
class FigureTests {

    private static final Pattern TEXT =
            Pattern.compile("<text x=\"(\\d+)\" y=\"(\\d+)\"[^>]*>([^<]+)</text>");

    @Autowired
    RestTestClient client;

    @Autowired
    Books books;

    record Item(String title) {
    }

    record Page(List<Item> items) {
    }

    @BeforeEach
    @AfterEach
    void reset() {
        books.reset();
    }

    @Test
    @DisplayName("两列书的顺序，第二页的两本，游标后面的两本")
    void drift() throws IOException {
        String figure = Files.readString(Recording.module()
                .resolve("../../static/img/chapter08-restful-api/drift.svg"));
        List<String> before = titles("size=100");
        assertThat(before.subList(0, 4)).isEqualTo(column(figure, "92", 88));
        String last = titles("size=2&page=0").getLast();
        books.insert(new BookRequest("1", "凤凰架构", null, new BigDecimal("99"),
                LocalDate.parse("2021-06-01"), 5));
        List<String> after = titles("size=100");
        assertThat(after.subList(0, 5)).isEqualTo(column(figure, "272", 44));
        int next = after.indexOf(last) + 1;
        assertThat(TEXT.matcher(figure).results().map(text -> text.group(3)))
                .containsSubsequence("第二页（page=1）：跳过前两本，再取两本",
                        String.join("、", titles("size=2&page=1")),
                        "游标：从《" + last + "》往后取两本",
                        String.join("、", after.subList(next, next + 2)));
    }

    /** 图上一列方框里的书名，从上往下。 */
    private static List<String> column(String figure, String x, int top) {
        return TEXT.matcher(figure).results().filter(text -> text.group(1).equals(x)
                && Integer.parseInt(text.group(2)) > top).map(text -> text.group(3)).toList();
    }

    private List<String> titles(String query) {
        return client.get().uri("/books?sort=-publishedOn&" + query).exchange()
                .expectBody(new ParameterizedTypeReference<Page>() { })
                .returnResult().getResponseBody().items().stream().map(Item::title).toList();
    }
}

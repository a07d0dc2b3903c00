package com.example.bookstore.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.bookstore.shelf.ShelfApplication.Book;
import com.example.bookstore.shelf.ShelfApplication.Books;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The same two requests to a controller that takes an entity and to one that takes a record. */
@SpringBootTest(properties = {"spring.datasource.generate-unique-name=true",
        "spring.flyway.enabled=false", "spring.jpa.hibernate.ddl-auto=create"})
@AutoConfigureMockMvc
class EntityAsBodyTest {

    private static final String ONLY_TITLE = "{\"title\": \"三体（全集）\"}";
    private static final String WITH_COST = """
            {"title": "三体", "price": 59.00, "cost": 0.01}""";

    @Autowired
    MockMvcTester mvc;
    @Autowired
    Books books;
    @Autowired
    JdbcClient jdbc;

    private Long id;

    @BeforeEach
    void oneBook() {
        id = books.save(Book.of("三体", "59.00", "31.50")).getId();
    }

    private MvcTestResult put(String kind, String json) {
        return mvc.put().uri("/" + kind + "/books/" + id)
                .contentType(MediaType.APPLICATION_JSON).content(json).exchange();
    }

    private String row() {
        return jdbc.sql("select title, price, cost from book where id = ?").param(id)
                .query((row, number) -> "书名 %s，售价 %s，进价 %s".formatted(row.getString(1),
                        row.getBigDecimal(2), row.getBigDecimal(3))).single();
    }

    @Test
    @DisplayName("实体做请求体：没传的字段被清空，不该传的字段被改掉")
    void entityTakesEverything() {
        assertThat(put("entity", ONLY_TITLE)).hasStatusOk();
        String afterTitle = row();
        assertThat(put("entity", WITH_COST)).hasStatusOk();
        String afterCost = row();
        assertThat(afterTitle).isEqualTo("书名 三体（全集），售价 null，进价 null");
        assertThat(afterCost).endsWith("进价 0.01");
        Recording.check("entity-as-body.txt", """
                原来           书名 三体，售价 59.00，进价 31.50
                只传 title     %s
                多传 cost      %s
                """.formatted(afterTitle, afterCost));
    }

    @Test
    @DisplayName("record 做请求体：缺字段是 400，多传的 cost 不起作用")
    void recordTakesWhatItNames() {
        assertThat(put("record", ONLY_TITLE)).hasStatus(400);
        assertThat(row()).isEqualTo("书名 三体，售价 59.00，进价 31.50");
        assertThat(put("record", WITH_COST)).hasStatusOk()
                .bodyJson().hasPath("price").doesNotHavePath("cost");
        assertThat(row()).endsWith("进价 31.50");
    }

    @ParameterizedTest
    @DisplayName("价格存不下的，零头不足一分的，返回 400，表没有动")
    @ValueSource(strings = {"0.004", "59.001", "1e400", "-1", "0", "null"})
    void recordRefusesWhatTheTableCannotHold(String price) {
        assertThat(put("record", "{\"title\": \"三体\", \"price\": " + price + "}")).hasStatus(400);
        assertThat(row()).isEqualTo("书名 三体，售价 59.00，进价 31.50");
    }

    @Test
    @DisplayName("书名比列长：返回 400，不是 500，表没有动")
    void titleLongerThanTheColumn() {
        assertThat(put("record", "{\"title\": \"" + "三".repeat(256) + "\", \"price\": 59.00}")).hasStatus(400);
        assertThat(row()).isEqualTo("书名 三体，售价 59.00，进价 31.50");
        assertThat(put("record", "{\"title\": \"" + "三".repeat(255) + "\", \"price\": 59.00}")).hasStatusOk();
    }

    @Test
    @DisplayName("没有这本书：404")
    void absentBook() {
        id = -1L;
        assertThat(put("record", WITH_COST)).hasStatus(404);
    }
}

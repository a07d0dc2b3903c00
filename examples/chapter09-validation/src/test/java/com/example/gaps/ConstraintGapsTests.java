package com.example.gaps;

import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = BookstoreApplication.class)
@DisplayName("查漏：写了约束，校验走不到")
class ConstraintGapsTests {

    // region bookstore
    @Test
    @DisplayName("书店里没有走不到的约束")
    void bookstore(@Autowired ApplicationContext context) {
        assertThat(ConstraintGaps.in(context, "com.example.bookstore")).isEmpty();
    }
    // endregion bookstore

    @Test
    @DisplayName("每一处都漏的应用：逐处列出，对的写法不列")
    void leaky() {
        try (var context = new SpringApplicationBuilder(GapsApplication.class)
                .run("--server.port=0")) {
            var gaps = ConstraintGaps.in(context, "com.example.gaps");
            Recording.check("gaps.txt", String.join("\n", gaps) + "\n");
            assertThat(gaps).noneMatch(gap -> gap.contains("fine"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.entity()"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.deep()"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.part()"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.optional()"))
                    .anyMatch(gap -> gap.startsWith("PlainService.restock()"))
                    .anyMatch(gap -> gap.startsWith("PrototypeService.shelve()"))
                    .anyMatch(gap -> gap.startsWith("FinalService.stamp()"));
        }
    }
}

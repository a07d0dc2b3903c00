package com.example.bookstore.order;

import java.util.ArrayList;
import java.util.List;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = StockCheckTest.Warehouse.class)
@ImportAutoConfiguration(ValidationAutoConfiguration.class)
@DisplayName("查库存的约束")
class StockCheckTest {

    private static final List<String> ASKED = new ArrayList<>();

    @Configuration
    static class Warehouse {

        @Bean
        Stock stock() {
            return isbn -> {
                ASKED.add(isbn);
                return isbn.equals("9787111641247") ? 3 : 0;
            };
        }
    }

    @Autowired
    Validator validator;

    @BeforeEach
    void reset() {
        ASKED.clear();
    }

    private List<String> messages(String isbn) {
        return validator.validate(new Line(isbn)).stream()
                .map(ConstraintViolation::getMessage).toList();
    }

    @Test
    @DisplayName("有货没有违规，没货说出是哪一本")
    void inStock() {
        assertThat(messages("9787111641247")).isEmpty();
        assertThat(messages("9787121429064")).containsExactly("9787121429064 没有货");
        assertThat(ASKED).hasSize(2);
    }

    @Test
    @DisplayName("格式不对就不查仓库")
    void cheapFirst() {
        for (String isbn : new String[] {null, "", " ", "123456789012345678"}) {
            assertThat(validator.validate(new Line(isbn))).as("%s", isbn).isNotEmpty();
        }
        assertThat(ASKED).isEmpty();
    }

    record Loose(@InStock String isbn) {
    }

    @Test
    @DisplayName("约束自己也不怕 null：写在别处、没有组序列时，不查仓库，不抛异常")
    void nullElsewhere() {
        assertThat(validator.validate(new Loose(null))).isEmpty();
        assertThat(ASKED).isEmpty();
    }

    @Test
    @DisplayName("用户写的字原样出现在消息里")
    void verbatim() {
        for (String isbn : List.of("{message}", "{max}", "${1 + 1}", "\\{message}", "a\\b")) {
            assertThat(messages(isbn)).containsExactly(isbn + " 没有货");
        }
    }
}

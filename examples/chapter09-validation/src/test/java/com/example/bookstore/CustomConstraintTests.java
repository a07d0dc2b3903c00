package com.example.bookstore;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookIsbn;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.catalog.DuplicateIsbnException;
import com.example.bookstore.catalog.Isbn;
import com.example.bookstore.catalog.UnusedIsbn;
import com.example.bookstore.order.OrderRequest;
import com.example.bookstore.order.OrderRequest.Address;
import com.example.bookstore.order.OrderRequest.Line;
import com.example.bookstore.promotion.Period;
import com.example.bookstore.promotion.Promotion;
import com.example.bookstore.promotion.StartsBeforeEnd;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;

import org.hibernate.validator.constraints.ISBN;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@DisplayName("嵌套、跨字段与自定义约束")
class CustomConstraintTests {

    @Autowired
    Validator validator;

    // region paths
    @Test
    @DisplayName("一张错处很多的订单：两套路径，消息相同")
    void paths() {
        Map<String, Integer> coupons = Map.of("", 1, "双十一", -1);
        OrderRequest order = new OrderRequest("不是邮箱", new Address("", null),
                Arrays.asList(new Line("1", 0), null), coupons);
        Recording.check("order-violations.txt", report(order));
    }
    // endregion paths

    @Test
    @DisplayName("跨字段：违规落在 to 上；两个都缺时各报各的")
    void crossField() {
        LocalDate day = LocalDate.of(2026, 11, 11);
        assertThat(validator.validate(new Promotion(day, day.plusDays(1), 100, 20))).isEmpty();
        Recording.check("promotion-violations.txt",
                report(new Promotion(day, day, 100, 200)));
        assertThat(validator.validate(new Promotion(null, null, 100, 20))).hasSize(2)
                .allMatch(violation -> violation.getConstraintDescriptor().getAnnotation()
                        .annotationType().getSimpleName().equals("NotNull"));
    }

    @Test
    @DisplayName("跨字段的约束别的活动也能用")
    void anotherPeriod() {
        @StartsBeforeEnd
        record Reading(LocalDate from, LocalDate to) implements Period {
        }
        LocalDate day = LocalDate.of(2026, 11, 11);
        assertThat(validator.validate(new Reading(day, day.plusDays(1)))).isEmpty();
        assertThat(validator.validate(new Reading(day, day)))
                .extracting(violation -> violation.getPropertyPath().toString())
                .containsExactly("to");
    }

    /** 左边是 Bean Validation 的路径，右边是 Spring 的字段名。 */
    private String report(Object bean) {
        BeanPropertyBindingResult errors = new BeanPropertyBindingResult(bean, "request");
        new SpringValidatorAdapter(validator).validate(bean, errors);
        return new PathTable(validator.validate(bean), errors).toString();
    }

    @Test
    @DisplayName("is 开头的方法是属性，会被 Jackson 写进 JSON，所以要 @JsonIgnore")
    void jsonIgnore() {
        record Leaky(int threshold, int off) {

            public boolean isOffBelowThreshold() {
                return off < threshold;
            }
        }
        assertThat(JsonMapper.shared().writeValueAsString(new Leaky(100, 20)))
                .contains("\"offBelowThreshold\":true");
        LocalDate day = LocalDate.of(2026, 11, 11);
        assertThat(JsonMapper.shared().writeValueAsString(
                new Promotion(day, day, 100, 20))).doesNotContain("offBelowThreshold");
    }

    // region plain-factory
    record Shelved(@UnusedIsbn String isbn) {
    }

    @Test
    @DisplayName("Spring 建的工厂能注入，自己建的工厂建不出校验器")
    void plainFactory() {
        assertThat(validator.validate(new Shelved("9787111641247"))).hasSize(1);
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Throwable failure = catchThrowable(
                    () -> factory.getValidator().validate(new Shelved("9787111641247")));
            assertThat(failure).isInstanceOf(ValidationException.class)
                    .hasMessageStartingWith("HV000064");
            Recording.check("plain-factory.txt",
                    failure + "\nCaused by: " + failure.getCause() + "\n");
        }
    }
    // endregion plain-factory

    @Test
    @DisplayName("Hibernate Validator 的 @ISBN 先去掉不认识的字，@BookIsbn 不放行")
    void hibernateIsbn() {
        record Loose(@ISBN(type = ISBN.Type.ISBN_13) String isbn) {
        }
        record Strict(@BookIsbn String isbn) {
        }
        String isbn = "9787111641247<script>";
        assertThat(validator.validate(new Loose(isbn))).isEmpty();
        assertThat(validator.validate(new Strict(isbn))).hasSize(1);
        assertThat(validator.validate(new Strict(null))).hasSize(1);
        assertThat(validator.validate(new Strict("978-7-111-64124-7"))).isEmpty();
    }

    @Test
    @DisplayName("校验器的实例建一次，之后的校验都用它")
    void oneInstance() {
        int before = Counted.Validator.BUILT.get();
        for (int i = 0; i < 3; i++) {
            assertThat(validator.validate(new Countable("书"))).isEmpty();
        }
        assertThat(Counted.Validator.BUILT.get() - before).isOne();
    }

    record Countable(@Counted String title) {
    }

    @Constraint(validatedBy = Counted.Validator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Counted {

        String message() default "";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};

        class Validator implements ConstraintValidator<Counted, String> {

            static final AtomicInteger BUILT = new AtomicInteger();

            Validator() {
                BUILT.incrementAndGet();
            }

            @Override
            public boolean isValid(String value, ConstraintValidatorContext context) {
                return true;
            }
        }
    }

    @Test
    @DisplayName("两个请求都通过了“没上架过”，只有一个能写进去")
    void checkThenAct() {
        Books shelf = new Books();
        Book book = new Book(new Isbn("9787121429064"), "凤凰架构", new BigDecimal("99.00"),
                List.of("周志明"), List.of());
        boolean first = !shelf.exists(book.isbn());
        boolean second = !shelf.exists(book.isbn());
        assertThat(first && second).isTrue();

        shelf.add(book);
        assertThatThrownBy(() -> shelf.add(book)).isInstanceOf(DuplicateIsbnException.class);
    }

    record Tagged(@NotBlank List<String> tags) {
    }

    @Test
    @DisplayName("约束与类型不合：启动不报，第一次校验才抛异常")
    void wrongType() {
        Tagged tagged = new Tagged(List.of("架构"));
        Throwable failure = catchThrowable(() -> validator.validate(tagged));
        Recording.check("wrong-type.txt", failure.toString());
        assertThat(failure).hasMessageStartingWith("HV000030");
    }
}

package com.example.bookstore;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraintvalidation.SupportedValidationTarget;
import jakarta.validation.constraintvalidation.ValidationTarget;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@Import(CrossParameterTests.Prices.class)
@DisplayName("一个约束管几个参数")
class CrossParameterTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("它也算一处，与单个参数的一起列出来，字段是空的")
    void isListed() {
        HttpResponse<String> response = Http.get(port, "/prices?from=0&to=-5");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"3 处不合要求\"", "\"from\"", "\"to\"",
                "{\"field\":\"\",\"rule\":\"InOrder\",\"message\":\"下限不能高于上限\"}");
    }

    @Test
    @DisplayName("别的参数都合格，只违反它：Spring 当作没有错，请求照样进了控制器")
    void aloneIsLetThrough() {
        HttpResponse<String> response = Http.get(port, "/prices?from=9&to=5");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("9-5");
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @Constraint(validatedBy = InOrderValidator.class)
    @interface InOrder {

        String message() default "下限不能高于上限";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    @SupportedValidationTarget(ValidationTarget.PARAMETERS)
    static class InOrderValidator implements ConstraintValidator<InOrder, Object[]> {

        @Override
        public boolean isValid(Object[] range, ConstraintValidatorContext context) {
            return (int) range[0] <= (int) range[1];
        }
    }

    @RestController
    static class Prices {

        @GetMapping("/prices")
        @InOrder
        String prices(@RequestParam @Positive int from, @RequestParam @Positive int to) {
            return from + "-" + to;
        }
    }
}

package com.example.bookstore.json;

import com.example.book.Recording;
import com.example.book.Table;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("想改 JSON 的样子：改哪个 Bean 才有用")
class MapperBeanTests {

    record Book(String bookTitle, @Nullable String subTitle, LocalDate soldOn) {
    }

    @RestController
    static class BookController {

        @GetMapping("/book")
        Book book() {
            return new Book("凤凰架构", null, LocalDate.of(2026, 1, 2));
        }

        @GetMapping("/sold-out")
        ProblemDetail soldOut() {
            ProblemDetail problem = ProblemDetail.forStatus(HttpStatus.CONFLICT);
            problem.setProperty("stock", 10);
            return problem;
        }
    }

    // region customizer
    @Configuration(proxyBeanMethods = false)
    static class Customizer {

        @Bean
        JsonMapperBuilderCustomizer snakeCase() {
            return builder -> builder
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        }
    }
    // endregion customizer

    // region own-mapper
    @Configuration(proxyBeanMethods = false)
    static class OwnMapper {

        @Bean
        JsonMapper jsonMapper() {
            return JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
        }
    }
    // endregion own-mapper

    // region jackson2-mapper
    @Configuration(proxyBeanMethods = false)
    static class Jackson2Mapper {

        @Bean
        ObjectMapper objectMapper() {
            return new ObjectMapper().setPropertyNamingStrategy(
                    com.fasterxml.jackson.databind.PropertyNamingStrategies.SNAKE_CASE);
        }
    }
    // endregion jackson2-mapper

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class,
                    HttpMessageConvertersAutoConfiguration.class, WebMvcAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class))
            .withUserConfiguration(BookController.class)
            .withPropertyValues("spring.jackson.default-property-inclusion=non_null");

    @Test
    @DisplayName("定制器叠加在设置上；自己的 JsonMapper 丢掉设置；Jackson 2 的 Bean 没人理")
    void mapperBeans() {
        Table table = new Table("放进容器的", "响应");
        String nothing = json(runner);
        String customizer = json(runner.withUserConfiguration(Customizer.class));
        String own = json(runner.withUserConfiguration(OwnMapper.class));
        String jackson2 = json(runner.withUserConfiguration(Jackson2Mapper.class));
        table.row("什么都不放", nothing);
        table.row("JsonMapperBuilderCustomizer", customizer);
        table.row("自己的 JsonMapper", own);
        table.row("Jackson 2 的 ObjectMapper", jackson2);
        Recording.check("mapper-bean.txt", table.toString());
        assertThat(customizer).contains("book_title").doesNotContain("null");
        assertThat(own).contains("\"sub_title\":null");
        assertThat(jackson2).isEqualTo(nothing);
    }

    @Test
    @DisplayName("自己的 JsonMapper 没有 Boot 给 ProblemDetail 的混入：扩展成员落进 properties")
    void ownMapperSpoilsProblemDetails() {
        runner.withUserConfiguration(Customizer.class).run(context -> assertThat(problem(context))
                .contains("\"stock\":10").doesNotContain("properties"));
        runner.withUserConfiguration(OwnMapper.class).run(context -> assertThat(problem(context))
                .contains("\"properties\":{\"stock\":10}"));
    }

    private static String problem(WebApplicationContext context) throws Exception {
        return MockMvcTester.from(context).get().uri("/sold-out").exchange().getResponse()
                .getContentAsString();
    }

    private static String json(WebApplicationContextRunner runner) {
        String[] body = new String[1];
        runner.run(context -> {
            var result = MockMvcTester.from(context).get().uri("/book").exchange();
            assertThat(result).hasStatusOk();
            body[0] = new String(result.getResponse().getContentAsByteArray(), "UTF-8");
        });
        return body[0];
    }
}

package com.example.gaps;

import java.util.List;
import java.util.Map;

import com.example.bodies.BodiesApplication;
import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;

import jakarta.validation.Validator;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
            assertThat(gaps).noneMatch(gap -> gap.matches("(?is).*\\bfine.*"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.entity()"))
                    .noneMatch(gap -> gap.matches("(?s).*(Unseen|unseen|Tier|ByHand).*"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.deep()"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.grid()"))
                    .anyMatch(gap -> gap.startsWith("Order.lists 的元素的元素"))
                    .anyMatch(gap -> gap.startsWith("Order.rows 的元素的元素"))
                    .anyMatch(gap -> gap.startsWith("Order.columns 的元素的元素"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.part()"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.optional()"))
                    .anyMatch(gap -> gap.startsWith("PlainService.restock()"))
                    .anyMatch(gap -> gap.startsWith("PrototypeService.shelve()"))
                    .anyMatch(gap -> gap.startsWith("FinalService.stamp()"))
                    .anyMatch(gap -> gap.startsWith("Sack.loose"))
                    .anyMatch(gap -> gap.startsWith("Sacks.closed"))
                    .anyMatch(gap -> gap.startsWith("Wrapped.line"))
                    .anyMatch(gap -> gap.startsWith("LeakyController.iterable()"))
                    .anyMatch(gap -> gap.startsWith("EntityController 的约束声明有错"))
                    .anyMatch(gap -> gap.startsWith("ShippingService 的约束声明有错"));
        }
    }

    @Test
    @DisplayName("HttpEntity<@Valid …>：这个请求是 500，旁边走第二道的方法也是")
    void validInsideHttpEntity() {
        try (var context = new SpringApplicationBuilder(GapsApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build();
            client.post().uri("/valid-entity").body(Map.of("isbn", "1"))
                    .exchange().expectStatus().isEqualTo(500);
            client.get().uri("/neighbour?size=1").exchange().expectStatus().isEqualTo(500);
            client.post().uri("/entity").body(Map.of("isbn", ""))
                    .exchange().expectStatus().isOk();
        }
    }

    @Test
    @DisplayName("自己的泛型类装在列表里：两种写法都走进去")
    void listsOfGenericClasses() {
        try (var context = new SpringApplicationBuilder(GapsApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build();
            List<?> noLabel = List.of(Map.of("loose", Map.of("isbn", "1")));
            for (String uri : List.of("/fine-sack-list", "/fine-valid-sacks")) {
                client.post().uri(uri).body(noLabel).exchange().expectStatus().isBadRequest();
            }
            client.post().uri("/fine-sacks").body(Map.of("fineList", noLabel,
                            "fine", Map.of("label", "书", "loose", Map.of("isbn", "1"))))
                    .exchange().expectStatus().isBadRequest();
        }
    }

    @Test
    @DisplayName("方法里有直接写在参数上的约束：Set 与里面的列表也走进去，不列")
    void theWholeMethodIsValidated() {
        try (var context = new SpringApplicationBuilder(GapsApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build();
            List<?> lines = List.of(Map.of("isbn", ""));
            client.post().uri("/fine-set").body(lines).exchange().expectStatus().isBadRequest();
            client.post().uri("/fine-nested").body(List.of(lines))
                    .exchange().expectStatus().isBadRequest();
            client.post().uri("/set").body(lines).exchange().expectStatus().isOk();
            assertThat(ConstraintGaps.in(context, "com.example.gaps"))
                    .noneMatch(gap -> gap.contains("fineSet()") || gap.contains("fineNested()"));
        }
    }

    @Test
    @DisplayName("请求体是列表或 map，元素写了 @Valid、没写 @NotNull：null 进得来，列出来")
    void nullElementsOfTheBody() {
        try (var context = new SpringApplicationBuilder(BodiesApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port"))
                    .defaultHeader("Content-Type", "application/json").build();
            client.post().uri("/inside").body("[null]").exchange().expectStatus().isOk();
            client.post().uri("/before").body("[null]").exchange().expectStatus().isOk();
            client.post().uri("/map").body("{\"a\": null}").exchange().expectStatus().isOk();
            client.post().uri("/fine").body("[null]").exchange().expectStatus().isBadRequest();
            assertThat(ConstraintGaps.in(context, "com.example.bodies")).containsExactly(
                    "BodyController.before() 的请求体的元素可以是 null，没写 @NotNull",
                    "BodyController.inside() 的请求体的元素可以是 null，没写 @NotNull",
                    "BodyController.map() 的请求体的元素可以是 null，没写 @NotNull");
        }
    }

    @Test
    @DisplayName("注解都写在接口上：校验得到，不列")
    void annotationsOnTheInterface() {
        try (var context = new SpringApplicationBuilder(BodiesApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port"))
                    .defaultHeader("Content-Type", "application/json").build();
            for (String uri : List.of("/contract-list", "/contract-set")) {
                for (String body : List.of("[null]", "[{\"isbn\": \"\"}]")) {
                    client.post().uri(uri).body(body).exchange().expectStatus().isBadRequest();
                }
            }
            assertThat(ConstraintGaps.in(context, "com.example.bodies"))
                    .noneMatch(gap -> gap.startsWith("ContractController"));
        }
    }

    @Test
    @DisplayName("请求体的类型在别的包里：那个包也写上才查；写错了说出来")
    void typesInAnotherPackage() {
        try (var context = new SpringApplicationBuilder(BodiesApplication.class)
                .run("--server.port=0")) {
            RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build()
                    .post().uri("/elsewhere").body(Map.of("title", ""))
                    .exchange().expectStatus().isOk();
            String gap = "BodyController.elsewhere() 的请求体：WishRequest 有约束，这里没有走进去";
            assertThat(ConstraintGaps.in(context, "com.example.bodies")).doesNotContain(gap);
            assertThat(ConstraintGaps.in(context, "com.example.bodies", "com.example.bookstore"))
                    .contains(gap);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ConstraintGaps.in(context, "com.example.bodies",
                            "com.example.bookstor"))
                    .withMessageContaining("包 com.example.bookstor 里");
        }
    }

    @Test
    @DisplayName("数组与容器套在一起，@Valid 走不进第二层：列出来的是真漏")
    @SuppressWarnings("unchecked")
    void onlyOneLevel(@Autowired Validator validator) {
        var bad = new GapsApplication.Line("");
        var good = new GapsApplication.Line("1");
        List<GapsApplication.Line[]> arrays = List.<GapsApplication.Line[]>of(
                new GapsApplication.Line[] {bad});
        var order = new GapsApplication.Order(good, List.of(good), List.of(), Map.of(),
                Map.of(), new GapsApplication.Line[] {bad}, List.of(),
                new List[] {List.of(bad)}, arrays, arrays);
        assertThat(validator.validate(order)).singleElement().satisfies(only ->
                assertThat(only.getPropertyPath()).hasToString("fine[0].isbn"));
        try (var context = new SpringApplicationBuilder(GapsApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build();
            client.post().uri("/grid").body(List.of(List.of(Map.of("isbn", ""))))
                    .exchange().expectStatus().isOk();
        }
    }

    @Test
    @DisplayName("字段与写着 @Valid 的 getter 不同名：校验得到，工具误报一处")
    void getterOfAnotherName() {
        try (var context = new SpringApplicationBuilder(GapsApplication.class)
                .run("--server.port=0")) {
            RestTestClient client = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build();
            client.post().uri("/receipt").body(Map.of("line", Map.of("isbn", "")))
                    .exchange().expectStatus().isBadRequest();
            assertThat(ConstraintGaps.in(context, "com.example.gaps"))
                    .contains("Receipt.paid：Line 有约束，这里没有走进去");
        }
    }

    @Test
    @DisplayName("包名写错、没有校验器：说出来，不说没有漏洞")
    void nothingToCheck(@Autowired ApplicationContext context) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConstraintGaps.in(context, "com.example.bookstor"))
                .withMessageContaining("com.example.bookstor 里一个 Bean 也没有");
        try (var empty = new StaticApplicationContext()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ConstraintGaps.in(empty, "com.example.bookstore"))
                    .withMessageContaining("spring-boot-starter-validation");
        }
    }
}

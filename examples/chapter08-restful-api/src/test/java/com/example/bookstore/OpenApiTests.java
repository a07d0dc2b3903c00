package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.catalog.BookQuery;
import com.fasterxml.jackson.annotation.JsonFormat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("OpenAPI 文档与实际行为对账")
class OpenApiTests {

    @Autowired
    RestTestClient client;

    @Autowired
    JsonMapper mapper;

    @Test
    @DisplayName("自己声明了 JSON 的转换器，springdoc 的 byte[] 就由它写成一个 Base64 字符串")
    void ownConverterWritesBase64() {
        SpringApplication own = new SpringApplication(BookstoreApplication.class);
        own.addInitializers(context -> ((BeanDefinitionRegistry) context.getBeanFactory())
                .registerBeanDefinition("jsonConverter",
                        new RootBeanDefinition(JacksonJsonHttpMessageConverter.class)));
        try (var app = own.run("--server.port=0")) {
            String port = app.getEnvironment().getProperty("local.server.port");
            String body = RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build()
                    .get().uri("/v3/api-docs").exchange().expectStatus().isOk()
                    .expectBody(String.class).returnResult().getResponseBody();
            assertThat(body).startsWith("\"eyJvcGVuYXBpIjoi");
        }
        assertThat(document(client).path("openapi").asString()).startsWith("3.");
    }

    @RestControllerAdvice
    static class Failures {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        String any(Exception ex) {
            return "出错了";
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.INSUFFICIENT_STORAGE)
        String full(IOException ex) {
            return "磁盘满了";
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.BAD_GATEWAY)
        String broken(IllegalStateException ex) {
            return "上游坏了";
        }

        @ExceptionHandler
        ResponseEntity<String> busy(UnsupportedOperationException ex) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body("忙");
        }
    }

    @RestController
    static class Covers {

        @GetMapping("/covers")
        String declared() throws IOException {
            return "封面";
        }
    }

    @Test
    @DisplayName("springdoc 也读 @ControllerAdvice 的注解：Exception 与运行时异常写进每个操作，受检异常看 throws")
    void adviceIsRead() {
        SpringApplication withAdvice = new SpringApplication(BookstoreApplication.class);
        withAdvice.addInitializers(context -> {
            BeanDefinitionRegistry beans = (BeanDefinitionRegistry) context.getBeanFactory();
            beans.registerBeanDefinition("failures", new RootBeanDefinition(Failures.class));
            beans.registerBeanDefinition("covers", new RootBeanDefinition(Covers.class));
        });
        try (var app = withAdvice.run("--server.port=0")) {
            String port = app.getEnvironment().getProperty("local.server.port");
            JsonNode paths = document(RestTestClient.bindToServer()
                    .baseUrl("http://localhost:" + port).build()).path("paths");
            assertThat(operationsOf(paths)).hasSizeGreaterThan(5)
                    .allMatch(operation -> operation.path("responses").has("500"))
                    // 运行时异常不看 throws
                    .allMatch(operation -> operation.path("responses").has("502"))
                    // 没有注解，状态码在 ResponseEntity 里
                    .noneMatch(operation -> operation.path("responses").has("503"));
            assertThat(operationsOf(paths))
                    .filteredOn(operation -> operation.path("responses").has("507"))
                    .containsExactly(paths.path("/covers").path("get"));
        }
        assertThat(operationsOf(document(client).path("paths")))
                .noneMatch(operation -> operation.path("responses").has("500"));
    }

    @Test
    @DisplayName("文档写的状态码与实测的一个不差；不定制时漏了一大半")
    void documented() {
        Set<String> gaps = new TreeSet<>();
        JsonNode document = document(client);
        String after = reconcile(document, gaps);
        assertThat(gaps).isEmpty();
        assertThat(operations(document)).as("每个操作都在情形表里")
                .isEqualTo(Scenario.ALL.stream().filter(scenario -> scenario.status() != 405)
                        .map(scenario -> scenario.operation() + " " + scenario.method())
                        .collect(Collectors.toSet()));
        Recording.check("openapi-after.txt", after);

        // 同一个应用，去掉 ProblemResponses
        SpringApplication plain = new SpringApplication(BookstoreApplication.class);
        plain.addInitializers(context -> context.addBeanFactoryPostProcessor(beans ->
                ((BeanDefinitionRegistry) beans).removeBeanDefinition("problemResponses")));
        try (var app = plain.run("--server.port=0")) {
            String port = app.getEnvironment().getProperty("local.server.port");
            String before = reconcile(document(RestTestClient.bindToServer()
                    .baseUrl("http://localhost:" + port).build()), gaps);
            assertThat(gaps).isNotEmpty();
            Recording.check("openapi-before.txt", before);
        }
    }

    // region reconcile
    /** 每个操作：实测到的、文档漏写的、文档写了却测不到的。 */
    private static String reconcile(JsonNode document, Set<String> gaps) {
        JsonNode paths = document.get("paths");
        Map<String, Set<Integer>> measured = new TreeMap<>();
        Scenario.ALL.stream()
                // 405 没有对应的操作，文档里无处可写
                .filter(scenario -> scenario.status() != 405)
                .forEach(scenario -> measured
                        .computeIfAbsent(scenario.operation() + " " + scenario.method(),
                                key -> new TreeSet<>())
                        .add(scenario.status()));

        Table table = new Table("操作", "实测", "漏写", "多写");
        measured.forEach((operation, statuses) -> {
            String[] parts = operation.split(" ");
            JsonNode responses = paths.path(parts[0])
                    .path(parts[1].toLowerCase()).path("responses");
            Set<Integer> documented = new TreeSet<>();
            responses.propertyNames().forEach(code -> documented.add(Integer.valueOf(code)));
            Set<Integer> missing = new TreeSet<>(statuses);
            missing.removeAll(documented);
            documented.removeAll(statuses);
            missing.forEach(status -> gaps.add(operation + " 漏写 " + status));
            documented.forEach(status -> gaps.add(operation + " 多写 " + status));
            table.row(parts[1] + " " + parts[0], list(statuses), list(missing),
                    list(documented));
        });
        return table.toString();
    }
    // endregion reconcile

    @Test
    @DisplayName("文档里的参数与错误的格式，与代码一致")
    void parametersAndErrors() {
        JsonNode document = document(client);
        JsonNode paths = document.get("paths");
        assertThat(parameters(paths.at("/~1books/get"))).isEqualTo(Map.of("title", false,
                "maxPrice", false, "sort", false, "page", false, "size", false));
        for (String method : List.of("put", "patch")) {
            assertThat(parameters(paths.at("/~1books~1{id}/" + method)))
                    .isEqualTo(Map.of("id", true, "If-Match", true));
        }
        // 订单编号在线上是字符串
        assertThat(document.at("/components/schemas/OrderResponse/properties/id").toString())
                .isEqualTo("{\"type\":\"string\"}");
        for (String operation : List.of("/get", "~1cancellation/put")) {
            assertThat(paths.at("/~1orders~1{id}" + operation + "/parameters/0/schema/type")
                    .asString()).isEqualTo("string");
        }
        // 每个 4xx 都说明响应体是 problem+json
        operationsOf(paths).forEach(operation -> operation.get("responses").properties()
                .stream().filter(response -> response.getKey().startsWith("4"))
                .forEach(response -> assertThat(response.getValue()
                        .at("/content/application~1problem+json/schema/$ref").asString())
                        .endsWith("/ProblemDetail")));
    }

    @RestController
    static class Unannotated {

        @GetMapping("/unannotated")
        String query(BookQuery query) {
            return "书";
        }

        @PutMapping("/unannotated/{id}")
        Numbered put(@PathVariable long id,
                @RequestHeader("If-Match") Optional<String> ifMatch) {
            return new Numbered(id);
        }
    }

    record Numbered(@JsonFormat(shape = JsonFormat.Shape.STRING) long id) {
    }

    @Test
    @DisplayName("不加注解：query 成了一个必填的参数，If-Match 可以不带，写成字符串的编号说是整数")
    void withoutAnnotations() {
        SpringApplication plain = new SpringApplication(BookstoreApplication.class);
        plain.addInitializers(context -> ((BeanDefinitionRegistry) context.getBeanFactory())
                .registerBeanDefinition("unannotated",
                        new RootBeanDefinition(Unannotated.class)));
        try (var app = plain.run("--server.port=0")) {
            String port = app.getEnvironment().getProperty("local.server.port");
            JsonNode document = document(RestTestClient.bindToServer()
                    .baseUrl("http://localhost:" + port).build());
            assertThat(parameters(document.at("/paths/~1unannotated/get")))
                    .isEqualTo(Map.of("query", true));
            assertThat(parameters(document.at("/paths/~1unannotated~1{id}/put")))
                    .isEqualTo(Map.of("id", true, "If-Match", false));
            assertThat(document.at("/components/schemas/Numbered/properties/id/type")
                    .asString()).isEqualTo("integer");
        }
    }

    /** 参数的名字，和它是不是必填；版本头不算。 */
    private static Map<String, Boolean> parameters(JsonNode operation) {
        Map<String, Boolean> required = new TreeMap<>();
        operation.get("parameters").forEach(parameter -> required.put(
                parameter.get("name").asString(), parameter.path("required").asBoolean()));
        required.remove("API-Version");
        return required;
    }

    private static List<JsonNode> operationsOf(JsonNode paths) {
        return paths.properties().stream()
                .flatMap(path -> path.getValue().properties().stream())
                .map(Map.Entry::getValue).toList();
    }

    private static Set<String> operations(JsonNode document) {
        Set<String> operations = new TreeSet<>();
        document.get("paths").properties().forEach(path -> path.getValue().propertyNames()
                .forEach(method -> operations.add(path.getKey() + " " + method.toUpperCase())));
        return operations;
    }

    private static String list(Set<Integer> statuses) {
        return String.join(" ", statuses.stream().map(String::valueOf).toList());
    }

    @Test
    @DisplayName("书店的接口都写明了媒体类型：不收发 YAML，406 在执行之前")
    void jsonOnly(@Autowired RequestMappingHandlerMapping requestMappingHandlerMapping) {
        var ours = requestMappingHandlerMapping.getHandlerMethods().entrySet().stream()
                .filter(entry -> entry.getValue().getBeanType().getName()
                        .startsWith("com.example.bookstore.")).toList();
        assertThat(ours).hasSizeGreaterThan(10).allSatisfy(entry -> {
            assertThat(entry.getKey().getProducesCondition().getProducibleMediaTypes())
                    .containsExactly(MediaType.APPLICATION_JSON);
            boolean body = Arrays.stream(entry.getValue().getMethodParameters())
                    .anyMatch(parameter -> parameter.hasParameterAnnotation(RequestBody.class));
            assertThat(entry.getKey().getConsumesCondition().isEmpty()).isEqualTo(!body);
        });
        for (String uri : List.of("/books", "/books/1", "/books/1/price",
                "/orders/1890000000000000001")) {
            client.get().uri(uri).header("Accept", "application/yaml").exchange()
                    .expectStatus().isEqualTo(406);
        }
        for (String uri : List.of("/books", "/orders")) {
            client.post().uri(uri).header("Content-Type", "application/yaml")
                    .body("bookId: 1\nquantity: 2\n").exchange()
                    .expectStatus().isEqualTo(415);
        }
    }

    @Test
    @DisplayName("界面在 /swagger-ui.html")
    void swaggerUi() {
        client.get().uri("/swagger-ui/index.html").exchange().expectStatus().isOk();
        client.get().uri("/swagger-ui.html").exchange()
                .expectStatus().value(status -> assertThat(status).isIn(200, 302));
    }

    private JsonNode document(RestTestClient client) {
        return mapper.readTree(client.get().uri("/v3/api-docs").exchange()
                .expectStatus().isOk().expectBody(String.class).returnResult()
                .getResponseBody());
    }
}

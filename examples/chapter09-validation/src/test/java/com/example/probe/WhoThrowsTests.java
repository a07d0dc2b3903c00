package com.example.probe;

import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.method.annotation.HandlerMethodValidationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = ProbeApplication.class)
@AutoConfigureRestTestClient
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("哪种写法由谁抛出什么")
class WhoThrowsTests {

    private static final String BLANK = "{\"title\":\"\"}";

    private static final String BODY = "MethodArgumentNotValidException";
    private static final String METHOD = "HandlerMethodValidationException";
    private static final String PROXY = "ConstraintViolationException";

    @Autowired
    RestTestClient client;

    @Autowired
    ExceptionRecorder recorder;

    private record Row(int status, String exception, String code, Request request) {
    }

    private static final List<Row> PLAIN = List.of(
            new Row(400, BODY, "@Valid @RequestBody Draft",
                    Request.post("/plain/valid-body", BLANK)),
            new Row(400, BODY, "@Validated @RequestBody Draft",
                    Request.post("/plain/validated-body", BLANK)),
            new Row(400, BODY, "@Valid Draft（查询串）",
                    Request.get("/plain/form?title=")),
            new Row(400, METHOD, "@RequestParam @Positive int",
                    Request.get("/plain/param?size=0")),
            new Row(400, METHOD, "@NotNull @Valid @RequestBody Draft",
                    Request.post("/plain/not-null-body", BLANK)),
            new Row(400, METHOD, "@Valid @RequestBody Draft，size 有 @Positive",
                    Request.post("/plain/body-and-param?size=1", BLANK)),
            new Row(400, BODY, "@Validated @RequestBody Draft，同上",
                    Request.post("/plain/validated-body-and-param?size=1", BLANK)),
            new Row(400, METHOD, "@RequestBody List<@Valid Draft>",
                    Request.post("/plain/list-of-valid", "[" + BLANK + "]")),
            new Row(400, METHOD, "@Valid @RequestBody List<Draft>",
                    Request.post("/plain/valid-list", "[" + BLANK + "]")),
            new Row(500, METHOD, "返回值 @NotNull",
                    Request.get("/plain/returned")));

    private static final List<Row> PROXIED = List.of(
            new Row(400, BODY, "@Valid @RequestBody Draft",
                    Request.post("/proxied/valid-body", BLANK)),
            new Row(500, PROXY, "@RequestParam @Positive int",
                    Request.get("/proxied/param?size=0")),
            new Row(400, BODY, "请求体与 size 都不对",
                    Request.post("/proxied/body-and-param?size=0", BLANK)),
            new Row(500, PROXY, "@RequestBody List<@Valid Draft>",
                    Request.post("/proxied/list-of-valid", "[" + BLANK + "]")),
            new Row(500, PROXY, "返回值 @NotNull",
                    Request.get("/proxied/returned")));

    @Test
    @DisplayName("控制器类上没有 @Validated")
    void plainController() {
        check("who-throws-plain.txt", PLAIN);
    }

    @Test
    @DisplayName("控制器类上有 @Validated")
    void validatedController() {
        check("who-throws-validated.txt", PROXIED);
    }

    private void check(String file, List<Row> rows) {
        Table table = new Table("状态", "异常", "写法");
        for (Row row : rows) {
            Request.Answer answer = row.request().send(client, recorder);
            assertThat(answer.exception()).as(row.code()).isEqualTo(row.exception());
            assertThat(answer.status()).as(row.code()).isEqualTo(row.status());
            table.row(answer.status(), answer.exception(), row.code());
        }
        Recording.check(file, table.toString());
    }

    @Test
    @DisplayName("服务上的 @Validated：500；adapt-constraint-violations 只换异常的类型")
    void service() {
        Request request = Request.post("/service", BLANK);
        Table table = new Table("adapt-constraint-violations", "状态", "异常");
        var answer = request.send(client, recorder);
        table.row("false（默认）", answer.status(), answer.exception());
        try (var context = start("--spring.validation.method.adapt-constraint-violations=true")) {
            answer = request.send(client(context), context.getBean(ExceptionRecorder.class));
            table.row("true", answer.status(), answer.exception());
        }
        assertThat(answer.exception()).isEqualTo("MethodValidationException");
        Recording.check("who-throws-service.txt", table.toString());
    }

    @Test
    @DisplayName("三种异常在日志里：一行 WARN、什么也没有（500 也没有）、一行 ERROR 加调用栈")
    void logs(CapturedOutput log) {
        String body = "Resolved [org.springframework.web.bind." + BODY;
        String method = "Resolved [org.springframework.web.method.annotation." + METHOD;
        String proxy = "Servlet.service() for servlet";

        Request.get("/plain/param?size=0").send(client, recorder);
        assertThat(Request.get("/plain/returned").send(client, recorder).status())
                .isEqualTo(500);
        Request.post("/plain/valid-body", BLANK).send(client, recorder);
        Request.get("/proxied/param?size=0").send(client, recorder);
        Recording.check("log-method-argument.txt", awaitLine(log, " WARN ", body));
        Recording.check("log-constraint-violation.txt", awaitLine(log, " ERROR ", proxy));
        assertThat(log.getAll()).doesNotContain(method);
        assertThat(log.getAll().split(Pattern.quote(proxy)))
                .satisfiesExactly(before -> assertThat(before).doesNotContain("\tat "),
                        after -> assertThat(after).contains("\tat "));

        try (var context = start("--spring.mvc.log-resolved-exception=true")) {
            Request.get("/plain/param?size=0").send(client(context), recorder);
            Recording.check("log-handler-method.txt", awaitLine(log, " WARN ", method));
        }
    }

    @Test
    @DisplayName("DevTools 用的默认值里，spring.mvc.log-resolved-exception 是 true")
    void devToolsLogIt() throws IOException {
        Properties defaults = new Properties();
        for (URL file : Collections.list(getClass().getClassLoader()
                .getResources("META-INF/spring-devtools.properties"))) {
            defaults.putAll(PropertiesLoaderUtils.loadProperties(new UrlResource(file)));
        }
        assertThat(defaults).containsEntry("defaults.spring.mvc.log-resolved-exception", "true");
    }

    @Test
    @DisplayName("打开 problem details 之后，请求体的校验失败在日志里也没有了")
    void problemDetailsLog(CapturedOutput log) {
        try (var context = start("--spring.mvc.problemdetails.enabled=true")) {
            int before = log.getAll().length();
            RestTestClient other = client(context);
            ExceptionRecorder recorder = context.getBean(ExceptionRecorder.class);
            Request.Answer body = Request.post("/plain/valid-body", BLANK).send(other, recorder);
            assertThat(body.status()).isEqualTo(400);
            Request.get("/plain/param?size=0").send(other, recorder);
            Request.get("/proxied/param?size=0").send(other, recorder);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> log.getAll().substring(before).contains("Servlet.service()"));
            assertThat(log.getAll().substring(before)).doesNotContain("Resolved [", BODY, METHOD);
        }
    }

    @Test
    @DisplayName("参数前面写 @Valid List<Draft>：第一次校验时也有 HV000271")
    void validBeforeTheParameter() {
        Logger logger = (Logger) LoggerFactory.getLogger("org.hibernate.validator");
        ListAppender<ILoggingEvent> warnings = new ListAppender<>();
        warnings.start();
        try (var context = start("--spring.application.name=first")) {
            logger.addAppender(warnings); // 应用启动时，日志系统会摘掉先前装上的
            RestTestClient other = client(context);
            ExceptionRecorder recorder = context.getBean(ExceptionRecorder.class);
            for (int time = 0; time < 2; time++) {
                Request.post("/plain/valid-list", "[" + BLANK + "]").send(other, recorder);
                assertThat(warnings.list).extracting(ILoggingEvent::getFormattedMessage)
                        .filteredOn(message -> message.startsWith("HV000271")
                                && message.contains("validList"))
                        .as("只有第一次").hasSize(1);
            }
        }
        finally {
            logger.detachAppender(warnings);
        }
    }

    // region details
    @Test
    @DisplayName("HandlerMethodValidationException 里有参数名与消息")
    void details() {
        client.get().uri("/plain/param?size=0").exchange().expectStatus().isBadRequest();
        var exception = (HandlerMethodValidationException) recorder.takeLast();
        var result = exception.getParameterValidationResults().getFirst();

        assertThat(result.getMethodParameter().getParameterName()).isEqualTo("size");
        assertThat(result.getResolvableErrors().getFirst().getDefaultMessage())
                .isEqualTo("必须是正数");
    }
    // endregion details

    private static ConfigurableApplicationContext start(String property) {
        return new SpringApplicationBuilder(ProbeApplication.class)
                .run("--server.port=0", property);
    }

    private static RestTestClient client(ConfigurableApplicationContext context) {
        return RestTestClient.bindToServer().baseUrl("http://localhost:"
                + context.getEnvironment().getProperty("local.server.port")).build();
    }

    private static String awaitLine(CapturedOutput log, String level, String start) {
        await().atMost(Duration.ofSeconds(30)).until(() -> log.getAll().contains(start));
        String line = log.getAll().lines().filter(l -> l.contains(start))
                .findFirst().orElseThrow();
        assertThat(line).contains(level);
        return line.substring(line.indexOf(start));
    }

    enum Silent {
        NO_ANNOTATION("请求体上什么也没写", Request.post("/plain/no-annotation", BLANK),
                "@Valid @RequestBody Draft", Request.post("/plain/valid-body", BLANK)),
        VALIDATED_LIST("@Validated @RequestBody List<Draft>",
                Request.post("/plain/validated-list", "[" + BLANK + "]"),
                "@Valid @RequestBody List<Draft>",
                Request.post("/plain/valid-list", "[" + BLANK + "]")),
        VALID_SET("@Valid @RequestBody Set<Draft>",
                Request.post("/plain/valid-set", "[" + BLANK + "]"),
                "@RequestBody Set<@Valid Draft>",
                Request.post("/plain/set-of-valid", "[" + BLANK + "]")),
        NESTED_LIST("@RequestBody List<List<@Valid Draft>>",
                Request.post("/plain/nested-list", "[[" + BLANK + "]]"),
                "前面再写一个 @Valid",
                Request.post("/plain/valid-nested-list", "[[" + BLANK + "]]")),
        ON_INTERFACE("注解都在接口上，@RequestBody List<@Valid Draft>",
                Request.post("/contract/list-of-valid", "[" + BLANK + "]"),
                "前面再写一个 @Valid",
                Request.post("/contract/valid-list", "[" + BLANK + "]")),
        OPTIONAL_BODY("@Valid @RequestBody(required = false)，没发请求体",
                Request.post("/plain/optional-body", ""),
                "前面再加 @NotNull", Request.post("/plain/optional-not-null-body", "")),
        BINDING_RESULT("后面跟着没人看的 BindingResult",
                Request.post("/plain/binding-result", BLANK),
                "去掉 BindingResult", Request.post("/plain/valid-body", BLANK)),
        ROUTER("RouterFunction 里的 request.body(Draft.class)",
                Request.post("/router", BLANK),
                "自己调用 Validator", Request.post("/validating-router", BLANK)),
        GROUP_ON_PARAMETER("@Validated(组) @Valid 请求体，size 有 @Positive",
                Request.post("/plain/both-and-param?size=1", "{\"currency\":\"CNY\"}"),
                "@Validated({组, Default.class}) 写在请求体上，去掉 @Valid",
                Request.post("/plain/both-groups-and-param?size=1", "{\"currency\":\"CNY\"}"));

        final String wrong;
        final Request wrongRequest;
        final String right;
        final Request rightRequest;

        Silent(String wrong, Request wrongRequest, String right, Request rightRequest) {
            this.wrong = wrong;
            this.wrongRequest = wrongRequest;
            this.right = right;
            this.rightRequest = rightRequest;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("错的请求进了控制器；改一处就是 400")
    void silent(Silent silent) {
        assertThat(silent.wrongRequest.send(client, recorder).status()).isEqualTo(200);
        assertThat(silent.rightRequest.send(client, recorder).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("请求里静默失效的写法，连同改法")
    void silentTable() {
        Table table = new Table("状态", "写法");
        for (Silent silent : Silent.values()) {
            table.row(silent.wrongRequest.send(client, recorder).status(), silent.wrong);
            table.row(silent.rightRequest.send(client, recorder).status(), "  " + silent.right);
        }
        Recording.check("silent-web.txt", table.toString());
    }

    @Test
    @DisplayName("Set：注解在接口上、或元素又是列表，前面的 @Valid 也不行，要一个约束")
    void setsNeedAConstraint() {
        for (String path : List.of("/contract/", "/plain/")) {
            String kind = path.equals("/plain/") ? "set-of-lists" : "set";
            String body = path.equals("/plain/") ? "[[" + BLANK + "]]" : "[" + BLANK + "]";
            assertThat(status(path + "valid-" + kind, body)).as(kind).isEqualTo(200);
            assertThat(status(path + "not-empty-" + kind, body)).as(kind).isEqualTo(400);
        }
    }

    @Test
    @DisplayName("请求体是列表：组写在方法上，@Valid 写进尖括号，两样都拦得下；写在参数上都放过")
    void groupsOfAList() {
        for (String price : List.of("{\"currency\":\"CNY\"}", "{\"cents\":100}")) {
            assertThat(status("/plain/group-list", "[" + price + "]")).isEqualTo(400);
            assertThat(status("/plain/group-on-list", "[" + price + "]")).isEqualTo(200);
        }
        assertThat(status("/plain/group-list", "[{\"cents\":100,\"currency\":\"CNY\"}]"))
                .isEqualTo(200);
    }

    @Test
    @DisplayName("组写在控制器类上：第一道照查 Default，点名的组由代理查，缺 cents 是 500")
    void groupsOnTheClass() {
        Request.Answer noCents = Request.post("/grouped/body", "{\"currency\":\"CNY\"}")
                .send(client, recorder);
        assertThat(noCents.status()).isEqualTo(500);
        assertThat(noCents.exception()).isEqualTo(PROXY);
        assertThat(status("/grouped/body", "{\"cents\":100}")).isEqualTo(400);
    }

    @Test
    @DisplayName("别的参数多一个 @Positive，请求体的分组就换了")
    void groupSwitch() {
        Table table = new Table("写法", "缺 cents", "缺 currency");
        for (var row : List.of(
                List.of("@Validated(组)", "/plain/group-body"),
                List.of("@Validated(组)，size 有 @Positive",
                        "/plain/group-body-and-param?size=1"),
                List.of("@Validated(组) @Valid，size 有 @Positive",
                        "/plain/both-and-param?size=1"),
                List.of("方法上 @Validated({组, Default.class})，@Valid，"
                        + "size 有 @Positive", "/plain/group-on-method?size=1"),
                List.of("方法上 @Validated({组, Default.class})，@Valid",
                        "/plain/group-on-method-only"),
                List.of("@Validated({组, Default.class})，size 有 @Positive",
                        "/plain/both-groups-and-param?size=1"))) {
            table.row(row.get(0), status(row.get(1), "{\"currency\":\"CNY\"}"),
                    status(row.get(1), "{\"cents\":100}"));
        }
        Recording.check("group-switch.txt", table.toString());
    }

    private int status(String uri, String body) {
        return Request.post(uri, body).send(client, recorder).status();
    }
}

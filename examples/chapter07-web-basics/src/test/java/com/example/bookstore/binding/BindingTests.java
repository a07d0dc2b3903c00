package com.example.bookstore.binding;

import com.example.book.Recording;
import com.example.book.Table;

import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import jakarta.servlet.http.Cookie;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ExtendedServletRequestDataBinder;

import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest({BindingController.class, BindingTests.HeaderController.class})
@Import(BindingTests.HeaderController.class)
@DisplayName("参数绑定：每种写法，成功与失败")
class BindingTests {

    private static final String BOOK = "{\"title\": \"凤凰架构\", \"price\": 99}";

    @Autowired
    MockMvcTester mvc;

    private final Table table = new Table("写法", "请求", "结果");

    /** 每个字段都与一个常见的请求头同名。 */
    @RestController
    static class HeaderController {

        record Named(String accept, String authorization, String connection, String cookie,
                String from, String host, String origin, String priority, String range,
                String referer, String upgrade, String via, String date) {
        }

        @GetMapping("/bind/headers")
        String bound(Named named) throws ReflectiveOperationException {
            List<String> names = new ArrayList<>();
            for (RecordComponent field : Named.class.getRecordComponents()) {
                if (field.getAccessor().invoke(named) != null) {
                    names.add(field.getName());
                }
            }
            return names.toString();
        }

        @GetMapping("/bind/named-map")
        String namedMap(@RequestParam("tags") MultiValueMap<String, String> tags) {
            return tags.toString();
        }

        @GetMapping("/bind/no-converter")
        String noConverter(@RequestParam Named named) {
            return named.toString();
        }
    }

    private String get(String uri) {
        return get(uri, request -> request);
    }

    private String get(String uri, UnaryOperator<MockMvcRequestBuilder> more) {
        return result(more.apply(mvc.get().uri(uri)).exchange());
    }

    private String post(String uri, MediaType type, String body) {
        return result(mvc.post().uri(uri).contentType(type).content(body).exchange());
    }

    private static String result(MvcTestResult result) {
        Throwable unresolved = result.getUnresolvedException();
        if (unresolved != null) {
            Throwable cause = unresolved.getCause() == null ? unresolved : unresolved.getCause();
            return "500 " + cause.getClass().getSimpleName();
        }
        Throwable resolved = result.getMvcResult().getResolvedException();
        if (resolved != null) {
            return result.getResponse().getStatus() + " " + resolved.getClass().getSimpleName();
        }
        return new String(result.getResponse().getContentAsByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("一个值一个值地取")
    void simple() {
        table.row("@PathVariable long", "/books/7", get("/bind/books/7"));
        table.row("", "/books/abc", get("/bind/books/abc"));
        table.row("", "/books/7/", get("/bind/books/7/"));
        table.row("@RequestParam int", "?page=2", get("/bind/page?page=2"));
        table.row("", "没有 page", get("/bind/page"));
        table.row("", "?page=", get("/bind/page?page="));
        table.row("", "?page=二", get("/bind/page?page=二"));
        table.row("同上，defaultValue = \"1\"", "没有 page", get("/bind/default-page"));
        table.row("", "?page=", get("/bind/default-page?page="));
        table.row("同上，required = false", "没有 page", get("/bind/optional-page"));
        table.row("@RequestParam 枚举", "?status=ON_SALE", get("/bind/status?status=ON_SALE"));
        table.row("", "?status=on-sale", get("/bind/status?status=on-sale"));
        table.row("", "?status=gone", get("/bind/status?status=gone"));
        table.row("@RequestParam boolean", "?inStock=yes", get("/bind/flag?inStock=yes"));
        table.row("", "?inStock=是", get("/bind/flag?inStock=是"));
        table.row("Map 与 MultiValueMap", "?a=1&a=2", get("/bind/all?a=1&a=2"));
        table.row("@RequestHeader long", "X-Customer-Id: 7",
                get("/bind/header", request -> request.header("X-Customer-Id", "7")));
        table.row("", "没有这个头", get("/bind/header"));
        table.row("@CookieValue", "theme=dark",
                get("/bind/cookie", request -> request.cookie(new Cookie("theme", "dark"))));
        table.row("", "没有这个 Cookie", get("/bind/cookie"));
        table.row("@MatrixVariable int", "/java;edition=2", get("/bind/matrix/java;edition=2"));
        table.row("", "/java", get("/bind/matrix/java"));
        table.row("@RequestAttribute", "过滤器放了",
                get("/bind/attribute", request -> request.requestAttr("tenant", "北京")));
        table.row("", "没有放", get("/bind/attribute"));
        table.row("@SessionAttribute", "会话里有",
                get("/bind/session", request -> request.sessionAttr("cart", "3 本")));
        table.row("", "会话里没有", get("/bind/session"));
        Recording.check("binding-simple.txt", table.toString());
        assertThat(get("/bind/status?status= ON_SALE ")).isEqualTo("status=ON_SALE");
        assertThat(get("/bind/status?status=on_sale")).startsWith("400");
        assertThat(table.toString()).contains("500 IllegalStateException");
        assertThat(get("/bind/no-converter?named=a"))
                .as("这个类型没有从 String 来的办法").startsWith("500");
    }

    @Test
    @DisplayName("一个对象接住整串参数，或整个请求体")
    void objects() {
        table.row("record（查询串）", "?title=Java&maxPrice=99",
                get("/bind/query?title=Java&maxPrice=99"));
        table.row("", "什么都没有", get("/bind/query"));
        table.row("", "?maxPrice=便宜", get("/bind/query?maxPrice=便宜"));
        table.row("", "?since=2026-01-02", get("/bind/query?since=2026-01-02"));
        table.row("@RequestBody record", "JSON", post("/bind/json", MediaType.APPLICATION_JSON, BOOK));
        table.row("", "没有请求体", post("/bind/json", MediaType.APPLICATION_JSON, ""));
        table.row("", "价格是“便宜”", post("/bind/json", MediaType.APPLICATION_JSON,
                BOOK.replace("99", "\"便宜\"")));
        table.row("", "表单格式", post("/bind/json", MediaType.APPLICATION_FORM_URLENCODED, "title=a"));
        table.row("HttpEntity", "JSON", post("/bind/entity", MediaType.APPLICATION_JSON, BOOK));
        table.row("两个 @RequestBody", "JSON", post("/bind/two-bodies", MediaType.APPLICATION_JSON, BOOK));
        MockMultipartFile cover = new MockMultipartFile("cover", "a.png", "image/png", new byte[1]);
        table.row("@RequestPart record + 文件", "book 部分是 JSON", result(mvc.post().multipart()
                .uri("/bind/part").file(cover).file(new MockMultipartFile("book", "",
                        "application/json", BOOK.getBytes(StandardCharsets.UTF_8)))
                .exchange()));
        table.row("", "book 部分没写类型", result(mvc.post().multipart().uri("/bind/part").file(cover)
                .file(new MockMultipartFile("book", BOOK.getBytes())).exchange()));
        table.row("", "没有 book 部分", result(mvc.post().multipart().uri("/bind/part").file(cover)
                .exchange()));
        Recording.check("binding-objects.txt", table.toString());
    }

    @Test
    @DisplayName("List<String> 参数：只有一个值时按逗号拆，有两个时不拆")
    void comma() {
        Table commas = new Table("查询串", "List<String> 里");
        for (String query : List.of("?tags=java", "?tags=java,web", "?tags=java,web&tags=db",
                "?tags=java%2Cweb", "?tags=Hello,%20World", "?tags=")) {
            commas.row(query, result(mvc.get().uri(URI.create("/bind/tags" + query)).exchange()));
        }
        Recording.check("binding-comma.txt", commas.toString());
        assertThat(get("/bind/all?tags=java,web")).contains("{tags=[java,web]}");
        assertThat(get("/bind/named-map?tags=java,web")).as("写了名字，就当作要转换的参数")
                .startsWith("500");
        assertThat(get("/bind/tags?tags=java,web")).startsWith("2 个");
        assertThat(get("/bind/tags?tags=java,web&tags=db")).isEqualTo("2 个：java,web | db");
    }

    @Test
    @DisplayName("对象的字段没有同名参数时，会从请求头里取")
    void headersBind() {
        Table visits = new Table("请求", "绑定结果");
        UnaryOperator<MockMvcRequestBuilder> headers = request -> request
                .header("User-Agent", "curl/8").header("Title", "来自请求头");
        visits.row("?title=Java", get("/bind/visit?title=Java"));
        visits.row("没有参数，有 Title 与 User-Agent 头", get("/bind/visit", headers));
        visits.row("?title=Java，也有这两个头", get("/bind/visit?title=Java", headers));
        visits.row("同第二行，接收的是带 setter 的类", get("/bind/visit-form", headers));
        Recording.check("binding-headers.txt", visits.toString());
        assertThat(get("/bind/visit", headers))
                .isEqualTo("Visit[title=来自请求头, userAgent=null]");
        assertThat(get("/bind/visit-form", request -> request.header("user-agent", "curl/8")))
                .as("HTTP/2 的头名是小写").isEqualTo("VisitForm[title=null, userAgent=null]");
    }

    @Test
    @DisplayName("十一个头永远不绑，别的同名就绑")
    void filteredHeaders() {
        List<String> names = List.of("accept", "authorization", "connection", "cookie", "from",
                "host", "origin", "priority", "range", "referer", "upgrade", "via", "date");
        String bound = get("/bind/headers", request -> {
            names.forEach(name -> request.header(name, name.equals("accept") ? "*/*" : "头"));
            return request;
        });
        assertThat(bound).isEqualTo("[via, date]");
        assertThat(get("/bind/headers?from=参数&host=参数")).isEqualTo("[from, host]");
    }

    @Test
    @DisplayName("setHeaderPredicate 换掉默认的名单，addHeaderPredicate 在它之上再加")
    void headerPredicates() {
        assertThat(bind(binder -> binder.addHeaderPredicate(header -> true)))
                .containsOnlyKeys("via", "date");
        assertThat(bind(binder -> binder.addHeaderPredicate(header -> !header.equals("Via"))))
                .containsOnlyKeys("date");
        assertThat(bind(binder -> binder.setHeaderPredicate(header -> true)))
                .containsOnlyKeys("via", "date", "from");
    }

    private static Map<String, Object> bind(Consumer<ExtendedServletRequestDataBinder> settings) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        for (String header : List.of("Via", "Date", "From")) {
            request.addHeader(header, "头");
        }
        Map<String, Object> target = new HashMap<>();
        ExtendedServletRequestDataBinder binder =
                new ExtendedServletRequestDataBinder(new MapTarget(target));
        settings.accept(binder);
        binder.bind(request);
        return target;
    }

    /** 三个字段，绑了哪个就记下哪个。 */
    record MapTarget(Map<String, Object> values) {

        public void setVia(String value) {
            values.put("via", value);
        }

        public void setDate(String value) {
            values.put("date", value);
        }

        public void setFrom(String value) {
            values.put("from", value);
        }
    }

    @Test
    @DisplayName("required = false 的 int：缺了是 500，原文")
    void primitive() {
        MvcTestResult result = mvc.get().uri("/bind/optional-page").exchange();
        Throwable error = result.getUnresolvedException();
        assertThat(error).hasRootCauseInstanceOf(IllegalStateException.class);
        while (error.getCause() != null) {
            error = error.getCause();
        }
        Recording.check("optional-primitive.txt", error.toString());
    }

    @Test
    @DisplayName("String 返回值不会变成 JSON 字符串")
    void stringIsNotJson() {
        MvcTestResult result = mvc.get().uri("/bind/page?page=2")
                .accept(MediaType.APPLICATION_JSON).exchange();
        assertThat(result).hasStatusOk().hasContentType(MediaType.APPLICATION_JSON)
                .bodyText().isEqualTo("page=2");
    }
}

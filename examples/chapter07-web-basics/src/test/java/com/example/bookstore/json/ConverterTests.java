package com.example.bookstore.json;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreTest;
import com.example.bookstore.Wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("消息转换器：谁在场，谁被选中")
class ConverterTests {

    @Autowired
    RequestMappingHandlerAdapter adapter;

    @LocalServerPort
    int port;

    @Test
    @DisplayName("在场的转换器与它们认的媒体类型，按顺序")
    void converters() {
        Table table = new Table("消息转换器", "媒体类型");
        for (HttpMessageConverter<?> converter : adapter.getMessageConverters()) {
            table.row(converter.getClass().getSimpleName(), converter.getSupportedMediaTypes()
                    .stream().map(MediaType::toString).collect(Collectors.joining("  ")));
        }
        Recording.check("converters.txt", table.toString());
    }

    @Test
    @DisplayName("返回类型与 Accept 一起决定响应的格式")
    void negotiation() throws Exception {
        Table table = new Table("返回类型", "Accept", "状态", "Content-Type", "响应体");
        for (String accept : new String[] {null, "*/*", "text/html,*/*;q=0.8", "application/json",
                "application/xml"}) {
            row(table, "String", "/bind/page?page=2", accept);
        }
        for (String accept : new String[] {null, "*/*", "text/html,*/*;q=0.8", "text/plain",
                "application/xml"}) {
            row(table, "List", "/titles?count=1", accept);
        }
        Recording.check("negotiation.txt", table.toString());
        // 先由 Accept 定格式：JSON 排在前面也写得了，写的却是 CSV
        MockMvcTester mvc = MockMvcTester.create(MockMvcBuilders.standaloneSetup(new Stock())
                .setMessageConverters(new JacksonJsonHttpMessageConverter(), new Csv()).build());
        assertThat(mvc.get().uri("/csv").header("Accept", "text/csv, application/json"))
                .hasContentTypeCompatibleWith("text/csv");
        assertThat(mvc.get().uri("/csv").header("Accept", "*/*"))
                .hasContentTypeCompatibleWith("application/json");
    }

    @Test
    @DisplayName("浏览器打开返回 String 的接口：得到 text/html，用户写的脚本原样在里面；写明 text/plain 就不是")
    void stringInABrowser() throws Exception {
        String browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        try (Wire wire = new Wire(port)) {
            Wire.Response page = wire.exchange("GET /bind/query?title=%3Cscript%3E", browser);
            assertThat(page.headers().get("content-type")).startsWith("text/html");
            assertThat(page.text()).contains("<script>");
            assertThat(wire.exchange("GET /plain-titles?count=1", browser).headers().get("content-type"))
                    .startsWith("text/plain");
        }
    }

    @RestController
    static class Stock {

        @GetMapping("/csv")
        Map<String, Integer> stock() {
            return Map.of("stock", 10);
        }
    }

    static class Csv extends AbstractHttpMessageConverter<Map<?, ?>> {

        Csv() {
            super(MediaType.parseMediaType("text/csv"));
        }

        @Override
        protected boolean supports(Class<?> type) {
            return Map.class.isAssignableFrom(type);
        }

        @Override
        protected Map<?, ?> readInternal(Class<? extends Map<?, ?>> type, HttpInputMessage input) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void writeInternal(Map<?, ?> stock, HttpOutputMessage output) throws IOException {
            output.getBody().write(stock.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private void row(Table table, String type, String path, String accept) throws Exception {
        try (Wire wire = new Wire(port)) {
            Wire.Response response = accept == null ? wire.exchange("GET " + path)
                    : wire.exchange("GET " + path, "Accept: " + accept);
            boolean ok = response.status() == 200;
            table.row(type, accept == null ? "没有" : accept, response.status(),
                    ok ? response.headers().get("content-type") : "",
                    ok ? response.text() : "");
        }
    }
}

package com.example.bookstore;

import java.util.List;
import java.util.Map;

import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;

/**
 * 一种情形与它该得的状态码。
 *
 * @param operation 在 OpenAPI 文档里的路径模板
 */
record Scenario(int status, String method, String operation, String uri, String when,
        Map<String, String> headers, String body) {

    private static final String BOOK = """
            {"isbn": "1", "title": "凤凰架构", "price": 99, "publishedOn": "2021-06-01",
             "stock": 5}""";
    private static final Map<String, String> NONE = Map.of();
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final String PLACED = "/orders/1890000000000000002";
    private static final String SHIPPED = "/orders/1890000000000000001";

    private static Map<String, String> json(String name, String value) {
        return Map.of("Content-Type", "application/json", name, value);
    }

    private static Map<String, String> patch(String ifMatch) {
        return Map.of("Content-Type", "application/merge-patch+json", "If-Match", ifMatch);
    }

    // region scenarios
    static final List<Scenario> ALL = List.of(
            get(200, "/books", "/books", "查列表", NONE),
            get(400, "/books", "/books?size=0", "每页 0 条", NONE),
            get(400, "/books", "/books?page=x", "页码不是数字", NONE),
            get(200, "/books/{id}", "/books/1", "书在", NONE),
            get(304, "/books/{id}", "/books/1", "If-None-Match 是当前版本",
                    Map.of("If-None-Match", "\"1\"")),
            get(400, "/books/{id}", "/books/abc", "编号不是数字", NONE),
            get(404, "/books/{id}", "/books/404", "没有这本书", NONE),
            get(406, "/books/{id}", "/books/1", "只接受 XML",
                    Map.of("Accept", "application/xml")),
            send(201, "POST", "/books", "/books", "上架", JSON, BOOK),
            send(400, "POST", "/books", "/books", "请求体不是 JSON", JSON, "{\"title\":"),
            send(415, "POST", "/books", "/books", "请求体是纯文本",
                    Map.of("Content-Type", "text/plain"), BOOK),
            send(422, "POST", "/books", "/books", "是 JSON，但价格为负", JSON,
                    BOOK.replace("99", "-1")),
            // endregion scenarios
            send(200, "PUT", "/books/{id}", "/books/1", "If-Match 是当前版本",
                    json("If-Match", "\"1\""), BOOK),
            send(400, "PUT", "/books/{id}", "/books/1", "stock 为 null",
                    json("If-Match", "\"1\""), BOOK.replace("5}", "null}")),
            send(404, "PUT", "/books/{id}", "/books/404", "没有这本书",
                    json("If-Match", "\"1\""), BOOK),
            send(412, "PUT", "/books/{id}", "/books/1", "If-Match 是旧版本",
                    json("If-Match", "\"0\""), BOOK),
            send(415, "PUT", "/books/{id}", "/books/1", "请求体是纯文本",
                    Map.of("Content-Type", "text/plain", "If-Match", "\"1\""), BOOK),
            send(422, "PUT", "/books/{id}", "/books/1", "价格为负",
                    json("If-Match", "\"1\""), BOOK.replace("99", "-1")),
            send(428, "PUT", "/books/{id}", "/books/1", "没有 If-Match", JSON, BOOK),
            send(200, "PATCH", "/books/{id}", "/books/1", "改价格", patch("\"1\""),
                    "{\"price\": 88}"),
            send(400, "PATCH", "/books/{id}", "/books/1", "价格不是数字", patch("\"1\""),
                    "{\"price\": \"便宜\"}"),
            send(404, "PATCH", "/books/{id}", "/books/404", "没有这本书", patch("\"1\""),
                    "{\"price\": 88}"),
            send(412, "PATCH", "/books/{id}", "/books/1", "If-Match 是旧版本",
                    patch("\"0\""), "{\"price\": 88}"),
            send(415, "PATCH", "/books/{id}", "/books/1", "当成普通 JSON 发",
                    json("If-Match", "\"1\""), "{\"price\": 88}"),
            send(422, "PATCH", "/books/{id}", "/books/1", "删掉必填的书名", patch("\"1\""),
                    "{\"title\": null}"),
            send(428, "PATCH", "/books/{id}", "/books/1", "没有 If-Match",
                    Map.of("Content-Type", "application/merge-patch+json"),
                    "{\"price\": 88}"),
            send(204, "DELETE", "/books/{id}", "/books/1", "下架", NONE, ""),
            send(400, "DELETE", "/books/{id}", "/books/abc", "编号不是数字", NONE, ""),
            send(404, "DELETE", "/books/{id}", "/books/404", "没有这本书", NONE, ""),
            send(412, "DELETE", "/books/{id}", "/books/1", "If-Match 是旧版本",
                    Map.of("If-Match", "\"0\""), ""),
            send(405, "DELETE", "/books", "/books", "对集合用 DELETE", NONE, ""),
            send(201, "POST", "/orders", "/orders", "下单", JSON,
                    "{\"bookId\": 1, \"quantity\": 2}"),
            send(400, "POST", "/orders", "/orders", "缺 quantity", JSON, "{\"bookId\": 1}"),
            send(415, "POST", "/orders", "/orders", "请求体是纯文本",
                    Map.of("Content-Type", "text/plain"), "{}"),
            send(422, "POST", "/orders", "/orders", "书不存在", JSON,
                    "{\"bookId\": 404, \"quantity\": 2}"),
            get(200, "/orders/{id}", SHIPPED, "订单在", NONE),
            get(404, "/orders/{id}", "/orders/1", "没有这张订单", NONE),
            send(200, "PUT", "/orders/{id}/cancellation", PLACED + "/cancellation",
                    "还没发货", NONE, ""),
            get(400, "/orders/{id}", "/orders/abc", "编号不是数字", NONE),
            send(400, "PUT", "/orders/{id}/cancellation", "/orders/abc/cancellation",
                    "编号不是数字", NONE, ""),
            send(404, "PUT", "/orders/{id}/cancellation", "/orders/1/cancellation",
                    "没有这张订单", NONE, ""),
            send(409, "PUT", "/orders/{id}/cancellation", SHIPPED + "/cancellation",
                    "已发货", NONE, ""),
            get(200, "/books/{id}/price", "/books/1/price", "默认版本", NONE),
            get(400, "/books/{id}/price", "/books/1/price", "不支持的版本",
                    Map.of("API-Version", "1.5")),
            get(404, "/books/{id}/price", "/books/404/price", "没有这本书", NONE));

    private static Scenario get(int status, String operation, String uri, String when,
            Map<String, String> headers) {
        return new Scenario(status, "GET", operation, uri, when, headers, "");
    }

    private static Scenario send(int status, String method, String operation, String uri,
            String when, Map<String, String> headers, String body) {
        return new Scenario(status, method, operation, uri, when, headers, body);
    }

    RestTestClient.ResponseSpec run(RestTestClient client) {
        var request = client.method(HttpMethod.valueOf(method)).uri(uri);
        headers.forEach(request::header);
        return (body.isEmpty() ? request : request.body(body)).exchange();
    }
}

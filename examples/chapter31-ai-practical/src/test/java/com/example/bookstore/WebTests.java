package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;

import com.example.book.Recording;
import com.example.standin.Reply;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@DisplayName("从 HTTP 这一头看：登录、流、额度、别人的订单、指标")
class WebTests extends StoreTest {

    @LocalServerPort
    private int port;
    @Autowired
    private Budget budget;
    @Autowired
    private MeterRegistry meters;

    private Visitor visitor() {
        return new Visitor(port);
    }

    @Test
    @DisplayName("没有登录，去登录页；没有令牌，403")
    void needsLogin() throws Exception {
        HttpResponse<String> page = visitor().get("/");
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location").orElse("")).endsWith("/login");
        assertThat(visitor().login("li").post("/chat", "question=hi", "wrong").statusCode()).isEqualTo(403);
        assertThat(MODEL.chats()).isEmpty();
    }

    @Test
    @DisplayName("回答是一串事件，最后一个说说完了")
    void events() throws Exception {
        HttpResponse<String> response = visitor().login("li").ask("《三体》多少钱");
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        Recording.check("events.txt", response.body());
        assertThat(response.body().strip()).endsWith("{\"type\":\"end\",\"text\":\"\"}");
    }

    @Test
    @DisplayName("问题里的花括号是字，不是模板；空的、太长的问题不问模型")
    void limits() throws Exception {
        Visitor li = visitor().login("li");
        assertThat(li.ask(" ").statusCode()).isEqualTo(400);
        assertThat(li.ask("问".repeat(501)).statusCode()).isEqualTo(400);
        assertThat(li.ask("问".repeat(500)).statusCode()).isEqualTo(200);
        assertThat(MODEL.chats()).hasSize(1);
        assertThat(li.ask("{query} 与 /books/{id} 里的 {").body()).contains("\"end\"");
        assertThat(MODEL.chats().getLast().toString()).contains("{query} 与 /books/{id} 里的 {");
    }

    @Test
    @DisplayName("额度用完了，429，不问模型")
    void budget() throws Exception {
        Visitor zhao = visitor().login("zhao");
        while (budget.used("zhao") + 2000 <= 1_000_000) {
            budget.reserve("zhao", 0);
        }
        HttpResponse<String> response = zhao.ask("你好");
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.body()).contains("今天的额度用完了");
        assertThat(zhao.post("/wishes", "text=" + encoded("关于科幻的书")).body()).contains("今天的额度用完了");
        assertThat(MODEL.chats()).isEmpty();
    }

    @Test
    @DisplayName("确认自己的订单，点了两下也说确认了；别人的、没有的，404")
    void confirm() throws Exception {
        Visitor li = visitor().login("li");
        li.ask("我要买 2 本《三体》");
        assertThat(li.get("/proposals").body()).contains("2 本《三体》，共 136.00 元").contains("确认购买");
        long id = shop.proposals("li").getFirst().id();
        assertThat(visitor().login("wang").post("/proposals/" + id + "/confirm", "").statusCode()).isEqualTo(404);
        assertThat(li.post("/proposals/" + id + "/confirm", "").headers().firstValue("Location").orElse("")).endsWith("/?ordered");
        // 点了两下：浏览器显示的是第二下的回答
        assertThat(li.post("/proposals/" + id + "/confirm", "").headers().firstValue("Location").orElse("")).endsWith("/?ordered");
        assertThat(li.post("/proposals/" + (id + 1) + "/confirm", "").statusCode()).isEqualTo(404);
        assertThat(shop.stock(1)).isEqualTo(3);
        assertThat(li.get("/?ordered").body()).contains("订单已经确认");
    }

    @Test
    @DisplayName("八个人同时确认同一份订单，只扣一次库存")
    void confirmTogether() throws Exception {
        answer("我要买 2 本《三体》");
        long id = shop.proposals("li").getFirst().id();
        try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                threads.submit(() -> shop.confirm("li", id));
            }
        }
        assertThat(shop.stock(1)).isEqualTo(3);
    }

    @Test
    @DisplayName("同一位顾客的八个问题同时要同样的书，只提出一份")
    void proposeTogether() throws InterruptedException {
        Book book = shop.book(1).orElseThrow();
        var together = new java.util.concurrent.CyclicBarrier(8);
        try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = threads.invokeAll(java.util.Collections.nCopies(8, () -> {
                together.await();
                return shop.propose("li", book, 2);
            }));
            // All of them are answered, none fails: a lock could also turn seven of them away.
            assertThat(answers).extracting(java.util.concurrent.Future::resultNow).hasSize(8)
                    .containsOnly(shop.proposals("li").getFirst());
        }
        assertThat(shop.proposals("li")).hasSize(1);
    }

    @Test
    @DisplayName("按要求找书：听懂了列出来，没有听懂说一句，服务出错、模型要用没有的工具是另一句")
    void wishes() throws Exception {
        Visitor li = visitor().login("li");
        assertThat(li.post("/wishes", "text=" + encoded("关于科幻的书，100 元以内")).body()).contains("《三体》68.00 元");
        assertThat(li.post("/wishes", "text=" + encoded("关于科幻的书，10 元以内")).body()).contains("没有这样的书");
        assertThat(li.post("/wishes", "text=" + encoded("随便")).body()).contains("没有听懂，请换个说法");
        for (Reply failure : List.of(new Reply.Status(503, "busy"), new Reply.Call("find_books", "{}"))) {
            MODEL.next(failure);
            assertThat(li.post("/wishes", "text=" + encoded("关于科幻的书")).body()).as(failure.toString())
                    .contains("助手现在不能回答").doesNotContain("没有听懂");
        }
        assertThat(li.post("/wishes", "text=" + encoded("随便"), "wrong").statusCode()).isEqualTo(403);
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("每个页面都带着内容安全策略")
    void policy() throws Exception {
        for (HttpResponse<String> page : List.of(visitor().get("/login"), visitor().login("li").get("/"))) {
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse("").split("; ?")).containsExactlyInAnyOrder(
                    "default-src 'self'", "img-src 'self'", "connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'");
        }
    }

    @Test
    @DisplayName("Accept 要的给不出来：聊天在问模型之前就是 406；找书与确认给的是网页，照常办")
    void acceptNeverFailsAfterwards() throws Exception {
        Visitor li = visitor().login("li");
        assertThat(li.postAccepting("application/xml", "/chat", "question=" + encoded("《三体》多少钱")).statusCode()).isEqualTo(406);
        assertThat(MODEL.chats()).isEmpty();
        assertThat(li.postAccepting("application/xml", "/wishes", "text=" + encoded("关于科幻的书")).body()).contains("《三体》68.00 元");
        Proposal proposal = shop.propose("li", shop.book(1).orElseThrow(), 2);
        assertThat(li.postAccepting("application/xml", "/proposals/" + proposal.id() + "/confirm", "").headers().firstValue("Location").orElse(""))
                .endsWith("/?ordered");
        assertThat(shop.stock(1)).isEqualTo(3);
    }

    @Test
    @DisplayName("没有做成的，给人看的是中文的页面：令牌旧了、没有这份订单、编号不是数字")
    void errorPage() throws Exception {
        Visitor li = visitor().login("li");
        for (HttpResponse<String> response : List.of(
                li.postAccepting("text/html", "/proposals/1/confirm", "", "wrong"),
                li.postAccepting("text/html", "/proposals/999999999/confirm", ""),
                li.postAccepting("text/html", "/proposals/abc/confirm", ""))) {
            assertThat(response.body()).as("" + response.statusCode()).contains("没有做成").doesNotContain("Whitelabel");
        }
        HttpResponse<String> lost = visitor().postAccepting("text/html", "/proposals/1/confirm", "", "wrong");
        assertThat(lost.headers().firstValue("Location").orElse("")).contains("/login");
    }

    @Test
    @DisplayName("指标：用了多少 token，分输入与输出")
    void metrics() throws Exception {
        visitor().login("li").ask("我叫小李");
        double input = meters.get("gen_ai.client.token.usage").tag("gen_ai.token.type", "input").counter().count();
        double output = meters.get("gen_ai.client.token.usage").tag("gen_ai.token.type", "output").counter().count();
        assertThat(input).isPositive();
        assertThat(output).isPositive();
        assertThat(meters.find("gen_ai.client.token.usage").counters()).extracting(counter -> counter.getId().getTag("gen_ai.operation.name")
                + " " + counter.getId().getTag("gen_ai.token.type"))
                .contains("chat input", "chat output", "embedding input", "embedding output");
        assertThat(visitor().get("/actuator/metrics/gen_ai.client.token.usage").statusCode()).isEqualTo(302);
        assertThat(visitor().login("li").get("/actuator/metrics/gen_ai.client.token.usage").statusCode()).isEqualTo(403);
        assertThat(visitor().get("/actuator/health").statusCode()).isEqualTo(200);
    }
}

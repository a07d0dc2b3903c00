package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.bookstore.cart.Cart;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("接口：谁能做什么，错了怎样说")
class ApiTests extends RunningStore {

    @Value("${server.port}")
    private int port;
    @Autowired
    private StringRedisTemplate redis;
    @Autowired
    private Cart cart;
    @Autowired
    private HikariDataSource connections;

    @BeforeEach
    void newMinute() {
        redis.delete(List.of(place().redisPrefix() + "limit:li", place().redisPrefix() + "limit:wang"));
    }

    private HttpRequest.Builder request(String user, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json");
        return user == null ? request : request.header("Authorization", "Basic " + Base64.getEncoder()
                .encodeToString((user + ":reading").getBytes(StandardCharsets.UTF_8)));
    }

    private HttpResponse<String> order(String user, String body) {
        return order(user, UUID.randomUUID().toString(), body);
    }

    private HttpResponse<String> order(String user, String key, String body) {
        return Place.send(request(user, "/api/orders").header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> post(String user, String path) {
        return Place.send(request(user, path).POST(BodyPublishers.noBody()));
    }

    private static String items(String isbn, int quantity) {
        return "{\"items\": {\"%s\": %d}}".formatted(isbn, quantity);
    }

    @Test
    @DisplayName("下单：201，Location，金额两位小数")
    void created() {
        HttpResponse<String> response = order("li", items(newBook("23.00", 3), 2));
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Location")).get().asString().startsWith("/api/orders/");
        assertThat(response.body()).contains("\"total\":46.00");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"{\"items\": {}}; 400", "{}; 400", "{\"items\": {\"9787536692930\": 0}}; 400",
            "{\"items\": {\"9787536692930\": 100}}; 400", "{\"items\": {\"9787536692930\": null}}; 400",
            "{\"items\": {\"9787536692930\": 1.9}}; 400", "{\"items\": {\"97\\u0000\": 1}}; 422",
            "{\"items\": {\"9787536692930\": 1}, \"coupon\": \"A\\u0000B\"}; 422",
            "{\"items\": {\"nope\": 1}}; 422", "nonsense; 400", "{\"items\": {\"9787536692930\": 1}, \"coupon\": \"nope\"}; 422"})
    void bad(String body, int status) {
        assertThat(order("li", body).statusCode()).isEqualTo(status);
    }

    @Test
    @DisplayName("库存不够：409，说是哪一本")
    void outOfStock() {
        String isbn = newBook("23.00", 1);
        HttpResponse<String> response = order("li", items(isbn, 2));
        assertThat(response.statusCode()).isEqualTo(409);
        Recording.check("out-of-stock.txt", response.body().replace(isbn, "9787536692930"));
    }

    @Test
    @DisplayName("合计大到表里放不下：422，不是 500")
    void tooMuch() {
        assertThat(order("li", items(newBook("99999999.99", 5), 2)).statusCode()).isEqualTo(422);
    }

    @Test
    @DisplayName("三秒等不到连接：503，什么也没有做；用同一个编号再来，下成一张")
    void busy() throws SQLException {
        Place.await(() -> place().count("outbox where sent_at is null") == 0);
        String isbn = newBook("23.00", 5);
        String key = UUID.randomUUID().toString();
        List<Connection> taken = new ArrayList<>();
        HttpResponse<String> answer;
        try {
            while (taken.size() < connections.getMaximumPoolSize()) {
                taken.add(connections.getConnection());
            }
            CompletableFuture<HttpResponse<String>> page =
                    CompletableFuture.supplyAsync(() -> Place.send(request(null, "/")));
            answer = order("li", key, items(isbn, 1));
            assertThat(page.join().statusCode()).isEqualTo(503);
            assertThat(page.join().body()).contains("书店正忙");
        }
        finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(level(isbn).reserved()).isZero();
        Recording.check("busy.txt", "HTTP/1.1 503\nRetry-After: %s%n%s%n".formatted(
                answer.headers().firstValue("Retry-After").orElseThrow(), answer.body()));
        assertThat(order("li", key, items(isbn, 1)).statusCode()).isEqualTo(201);
        assertThat(level(isbn).reserved()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("连接断在事务里，或者断在提交的时候：接口和网页都是 503；用同一个编号再来，只下成一张")
    void cutInTransaction(boolean atCommit) throws Exception {
        String isbn = newBook("23.00", 5);
        String key = UUID.randomUUID().toString();
        cutOnce(atCommit);
        HttpResponse<String> answer = order("li", key, items(isbn, 1));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(answer.body()).contains("请用同一个编号再试一次");
        assertThat(order("li", key, items(isbn, 1)).statusCode()).isEqualTo(201);
        assertThat(level(isbn).reserved()).isEqualTo(1);

        Callable<HttpResponse<String>> form = checkoutForm(isbn);
        cutOnce(atCommit);
        HttpResponse<String> page = form.call();
        assertThat(page.statusCode()).isEqualTo(503);
        // a new cart page has a new key, so the customer looks for the order before placing another
        assertThat(page.body()).contains("书店正忙", "刷新不会多下一单", "href=\"/cart\"", "我的订单");
        assertThat(form.call().headers().firstValue("Location")).get().asString().contains("/orders/");
        assertThat(level(isbn).reserved()).isEqualTo(2);
    }

    /** The next checkout loses its own connection: in a statement of the transaction, or after the last one. */
    private void cutOnce(boolean atCommit) {
        steps.at("checkout.before-commit", () -> {
            steps.clear();
            int pid = jdbc.sql("select pg_backend_pid()").query(Integer.class).single();
            assertThat(place().jdbc().sql("select pg_terminate_backend(?, 10000)").param(pid).query(Boolean.class).single())
                    .isTrue();
            if (!atCommit) {
                jdbc.sql("select 1").query(Integer.class).single();
            }
        });
    }

    @Test
    @DisplayName("没有 Idempotency-Key：400")
    void noKey() {
        assertThat(Place.send(request("li", "/api/orders").POST(BodyPublishers.ofString(items(Place.THREE_BODY, 1))))
                .statusCode()).isEqualTo(400);
    }

    @Test
    @DisplayName("Accept 要的给不出来：406，单没有下，付款单没有开，账也没有对")
    void refusedBeforehand() {
        String isbn = newBook("23.00", 2);
        assertThat(refused(request("li", "/api/orders").header("Idempotency-Key", UUID.randomUUID().toString()),
                items(isbn, 1))).isEqualTo(406);
        assertThat(level(isbn).reserved()).isZero();

        AtomicInteger charges = new AtomicInteger();
        steps.at("pay.after-charge", charges::incrementAndGet);
        String payment = "/api/orders/" + place("li", isbn, 1) + "/payment";
        assertThat(refused(request("li", payment), "")).isEqualTo(406);
        assertThat(charges).hasValue(0);
        assertThat(post("li", payment).statusCode()).isEqualTo(200);
        assertThat(charges).hasValue(1);

        long lost = charged(isbn);
        place().pay(lost, "lost");
        assertThat(refused(request("admin", "/api/reconciliation"), "")).isEqualTo(406);
        assertThat(paymentState(lost)).isEqualTo("没有");
        assertThat(post("admin", "/api/reconciliation").statusCode()).isEqualTo(200);
        assertThat(paymentState(lost)).isEqualTo("ACCEPTED");
    }

    private static int refused(HttpRequest.Builder request, String body) {
        return Place.send(request.header("Accept", "application/xml").POST(BodyPublishers.ofString(body))).statusCode();
    }

    @Test
    @DisplayName("没有登录：401；别人的订单与没有的订单：都是 404，响应也一样")
    void whoMay() {
        long id = place("li", newBook("23.00", 1), 1);
        assertThat(Place.send(request(null, "/api/orders/" + id)).statusCode()).isEqualTo(401);
        HttpResponse<String> others = Place.send(request("wang", "/api/orders/" + id));
        HttpResponse<String> missing = Place.send(request("wang", "/api/orders/999999999"));
        assertThat(others.statusCode()).isEqualTo(404);
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(others.body()).isNotEmpty().isEqualTo(missing.body().replace("999999999", String.valueOf(id)));
        assertThat(post("wang", "/api/orders/" + id + "/payment").statusCode()).isEqualTo(404);
        HttpResponse<String> own = Place.send(request("li", "/api/orders/" + id));
        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(own.headers().firstValue("Set-Cookie")).as("不留会话").isEmpty();
        assertThat(Place.send(request(null, "/login")).headers().firstValue("Set-Cookie")).as("页面留会话").isPresent();
    }

    @Test
    @DisplayName("浏览器记住了密码，别的网站上的表单来开付款单、来对账：403；程序不带 Origin，照常")
    void formOfAnotherSite() {
        long id = place("li", newBook("23.00", 1), 1);
        AtomicInteger charges = new AtomicInteger();
        steps.at("pay.after-charge", charges::incrementAndGet);
        String payment = "/api/orders/" + id + "/payment";
        for (String origin : List.of("https://other.example", "null")) {
            assertThat(byForm("li", payment, origin)).isEqualTo(403);
            assertThat(byForm("admin", "/api/reconciliation", origin)).isEqualTo(403);
        }
        assertThat(charges).hasValue(0);
        assertThat(post("li", payment).statusCode()).isEqualTo(200);
        assertThat(Place.send(request("li", "/api/orders/" + id).header("Origin", "https://other.example")).statusCode())
                .as("读不用令牌").isEqualTo(200);
    }

    private int byForm(String user, String path, String origin) {
        return Place.send(request(user, path).setHeader("Content-Type", "text/plain").header("Origin", origin)
                .POST(BodyPublishers.ofString("a=b"))).statusCode();
    }

    @Test
    @DisplayName("会话没有了，比如书店重新启动过，再按“下单”：403，页面请顾客重新来")
    void sessionIsGone() {
        HttpResponse<String> answer = Place.send(request(null, "/checkout").header("Cookie", "JSESSIONID=gone")
                .header("Accept", "text/html").setHeader("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("_csrf=old&key=old")));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("没有做成", "重新登录", "href=\"/cart\"");
    }

    @Test
    @DisplayName("购物车里有一本下架了：说出是哪一本，不是 500；打开购物车它就不在了，别的书照样下单")
    void delisted() throws Exception {
        String gone = newBook("23.00", 5);
        String isbn = newBook("23.00", 5);
        cart.clear("wang");
        cart.add("wang", isbn, 1);
        Callable<HttpResponse<String>> form = checkoutForm(gone);
        jdbc.sql("delete from stock where isbn = ?").param(gone).update();
        jdbc.sql("delete from book where isbn = ?").param(gone).update();
        assertThat(form.call().headers().firstValue("Location")).get().asString().endsWith("/cart");
        assertThat(Place.send(request("wang", "/cart")).statusCode()).isEqualTo(200);
        assertThat(cart.items("wang")).containsOnlyKeys(isbn);
        assertThat(form.call().headers().firstValue("Location")).get().asString().contains("/orders/");
        assertThat(level(isbn).reserved()).isEqualTo(1);
    }

    @Test
    @DisplayName("取消了的订单不能再付：409")
    void cancelled() {
        long id = place("li", newBook("23.00", 1), 1);
        orders.cancel(id);
        assertThat(post("li", "/api/orders/" + id + "/payment").statusCode()).isEqualTo(409);
    }

    @Test
    @DisplayName("对账只有管理员能叫，指标也是")
    void adminOnly() {
        assertThat(post("li", "/api/reconciliation").statusCode()).isEqualTo(403);
        assertThat(post("admin", "/api/reconciliation").statusCode()).isEqualTo(200);
        assertThat(Place.send(request("li", "/actuator/prometheus")).statusCode()).isEqualTo(403);
        assertThat(Place.send(request(null, "/actuator/health/readiness")).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("指标：订单、付款、发件箱、对账")
    void metrics() {
        orders.cancel(place("li", newBook("23.00", 1), 1));
        List<String> lines = Place.send(request("admin", "/actuator/prometheus")).body().lines()
                .filter(line -> line.startsWith("bookstore_")).map(line -> line.replaceFirst("[{ ].*", "")).distinct().sorted()
                .toList();
        assertThat(lines).contains("bookstore_orders_total", "bookstore_outbox_waiting", "bookstore_reconcile_differences");
    }

    @Test
    @DisplayName("限流：一分钟十单，三十个同时来，十个下成，二十个 429")
    void rateLimit() {
        String isbn = newBook("23.00", 50);
        List<HttpResponse<String>> answers = together(30, () -> order("wang", items(isbn, 1)));
        List<HttpResponse<String>> refused = answers.stream()
                .filter(answer -> answer.statusCode() == 429).toList();
        assertThat(refused).hasSize(20);
        assertThat(level(isbn).reserved()).isEqualTo(10);
        assertThat(JsonMapper.shared().readTree(refused.getFirst().body()).get("status").asInt()).isEqualTo(429);
        Recording.check("too-many.txt", "HTTP/1.1 429\nRetry-After: %s%n%s%n".formatted(
                refused.getFirst().headers().firstValue("Retry-After").orElseThrow(), refused.getFirst().body()));
    }

    @Test
    @DisplayName("数的是接口收到的下单请求：编号重复的、库存不够的也算")
    void whatCounts() {
        String isbn = newBook("23.00", 1);
        String key = UUID.randomUUID().toString();
        assertThat(order("li", key, items(isbn, 1)).statusCode()).isEqualTo(201);
        assertThat(order("li", key, items(isbn, 1)).statusCode()).isEqualTo(201);
        assertThat(order("li", items(isbn, 1)).statusCode()).isEqualTo(409);
        assertThat(counted("li")).isEqualTo("3");
        assertThat(order("li", items(isbn, 100)).statusCode()).isEqualTo(400);
        assertThat(order("li", "a b", items(isbn, 1)).statusCode()).as("编号里有空格").isEqualTo(422);
        assertThat(counted("li")).as("校验没有通过的不算").isEqualTo("3");
    }

    private String counted(String customer) {
        return redis.opsForValue().get(place().redisPrefix() + "limit:" + customer);
    }

    @Test
    @DisplayName("网页上按两次下单，看到的是同一张订单：第二次来的时候购物车已经空了，不算；两次同时来，都算")
    void pressedTwice() {
        String isbn = newBook("23.00", 5);
        Callable<String> button = checkoutButton(isbn);
        sameOrder(Stream.generate(() -> press(button)).limit(2).toList());
        assertThat(level(isbn).reserved()).isEqualTo(1);
        assertThat(counted("wang")).isEqualTo("1");

        Callable<String> again = checkoutButton(isbn);
        // 先来的那一个不提交，等到后来的那一个也数过了
        steps.at("checkout.before-commit", () -> Place.await(() -> counted("wang").equals("3")));
        sameOrder(together(2, again));
        assertThat(level(isbn).reserved()).isEqualTo(2);
    }

    @Test
    @DisplayName("网页上的下单没有通过校验：购物车是空的，也不算一单")
    void emptyCart() {
        Callable<String> button = checkoutButton(newBook("23.00", 5));
        cart.clear("wang");
        assertThat(press(button)).endsWith("/cart");
        assertThat(counted("wang")).isNull();
    }

    /** Puts the book into the cart and opens it; the button tells where pressing it leads. */
    private Callable<String> checkoutButton(String isbn) {
        Callable<HttpResponse<String>> form = checkoutForm(isbn);
        return () -> form.call().headers().firstValue("Location").orElseThrow().replaceFirst(";.*", "");
    }

    private Callable<HttpResponse<String>> checkoutForm(String isbn) {
        cart.add("wang", isbn, 1);
        HttpResponse<String> page = Place.send(request("wang", "/cart"));
        String form = "_csrf=%s&key=%s&coupon=".formatted(hidden(page.body(), "_csrf"), hidden(page.body(), "key"));
        String session = page.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        return () -> Place.send(request("wang", "/checkout").header("Cookie", session)
                .setHeader("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form)));
    }

    private static String press(Callable<String> button) {
        try {
            return button.call();
        }
        catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void sameOrder(List<String> places) {
        assertThat(places.getFirst()).contains("/orders/");
        assertThat(places.getLast()).isEqualTo(places.getFirst());
    }

    private static String hidden(String page, String name) {
        return page.replaceAll("(?s).*name=\"" + name + "\" value=\"([^\"]+)\".*", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/login"})
    void openPages(String path) {
        assertThat(Place.send(request(null, path)).statusCode()).isEqualTo(200);
    }
}

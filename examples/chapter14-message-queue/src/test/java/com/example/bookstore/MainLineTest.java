package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.bookstore.mail.MailApplication;
import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.shop.ShopApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

@RequiresService(Service.RABBITMQ)
@DisplayName("主线：下单、慢信、发消息、另一个进程里的监听器")
@ShopQueues
class MainLineTest {

    private static final String ORDER = """
            {"email": "lin@example.com", "book": "活着", "cents": 4500}""";

    private static Broker broker;
    private static BootProcess shop;
    private static BootProcess mail;

    @BeforeAll
    static void start() {
        broker = Broker.ofShop();
        List<BootProcess> both = BootProcess.startAll(List.of(
                BootProcess.of(ShopApplication.class).readyPath("/orders"),
                BootProcess.of(MailApplication.class).readyPath("/sent")));
        shop = both.getFirst();
        mail = both.getLast();
    }

    @AfterAll
    static void stop() {
        shop.close();
        mail.close();
        broker.close();
    }

    @Test
    @DisplayName("当场寄信，顾客等一秒半以上；发消息，不到它的三分之一，信照样寄出")
    void customerWaits() throws Exception {
        post("/orders"); // 第一次要建立连接，不算
        long slow = millis("/orders/slow");
        long fast = millis("/orders");
        assertThat(slow).isGreaterThanOrEqualTo(1500);
        assertThat(fast).isLessThan(500);
        Recording.check("wait.txt", new Table("怎样寄信", "顾客等了")
                .row("POST /orders/slow，当场寄", "1500 毫秒以上")
                .row("POST /orders，发一条消息", "不到 500 毫秒").toString());
        long id = lastOrder();
        mail.awaitLine("已寄给 lin@example.com：订单 " + id + "《活着》");
    }

    @Test
    @DisplayName("监听器停着，订单照样收，消息在队列里等；再启动，一条不少")
    void stoppedListenerLosesNothing() throws Exception {
        mail.stop();
        Table table = new Table("做了什么", "队列里等着的");
        Broker.await(() -> broker.admin.getQueueInfo(Messaging.MAIL).getConsumerCount() == 0);
        broker.admin.purgeQueue(Messaging.MAIL);
        table.row("停掉寄信进程", broker.ready(Messaging.MAIL));
        List<Long> ids = new java.util.ArrayList<>();
        for (int i = 0; i < 3; i++) {
            assertThat(post("/orders").statusCode()).isEqualTo(201);
            ids.add(lastOrder());
        }
        Broker.await(() -> broker.ready(Messaging.MAIL) == 3);
        table.row("再下三笔订单，都得到 201", broker.ready(Messaging.MAIL));
        mail.restart();
        Broker.await(() -> mail.get("/sent").equals(ids.toString().replace(" ", "")));
        table.row("启动寄信进程，等它寄出三封信", broker.ready(Messaging.MAIL));
        Recording.check("stopped.txt", table.toString());
    }

    @Test
    @DisplayName("一条消息的样子：JSON 的消息体，几个属性，一个类型头")
    void oneMessage() {
        String queue = broker.probe(java.util.Map.of());
        broker.rabbit.convertAndSend("", queue,
                new com.example.bookstore.messaging.OrderPlaced(7, "lin@example.com", "活着", 4500));
        Message message = broker.rabbit.receive(queue, 5_000);
        assertThat(message).isNotNull();
        Recording.check("message.txt", new Table("部分", "内容")
                .row("contentType", message.getMessageProperties().getContentType())
                .row("deliveryMode", message.getMessageProperties().getReceivedDeliveryMode())
                .row("__TypeId__", message.getMessageProperties().<String>getHeader("__TypeId__"))
                .row("消息体", new String(message.getBody(), StandardCharsets.UTF_8)).toString());
    }

    @Test
    @DisplayName("没有邮箱、没有书名、金额是负数的订单：400；响应要别的格式的：406。都不收也不发")
    void badOrder() throws Exception {
        String before = shop.get("/orders");
        for (String body : List.of("{}", "{\"email\": \" \", \"book\": \"活着\", \"cents\": 1}",
                "{\"email\": \"lin@example.com\", \"book\": null, \"cents\": 1}",
                "{\"email\": \"lin@example.com\", \"book\": \"活着\", \"cents\": -1}")) {
            assertThat(post("/orders", body).statusCode()).as(body).isEqualTo(400);
        }
        // 给不出顾客要的：先说 406，什么也没有做
        for (String path : List.of("/orders", "/orders/slow")) {
            assertThat(post(path, ORDER, "text/plain").statusCode()).isEqualTo(406);
        }
        assertThat(shop.get("/orders")).isEqualTo(before);
    }

    private static long lastOrder() {
        return shop.get("/orders").split("\"orderId\":").length - 1;
    }

    private static long millis(String path) throws Exception {
        long start = System.nanoTime();
        assertThat(post(path).statusCode()).isEqualTo(201);
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static HttpResponse<String> post(String path) throws Exception {
        return post(path, ORDER);
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return post(path, body, "*/*");
    }

    private static HttpResponse<String> post(String path, String body, String accept) throws Exception {
        URI uri = shop.uri(path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).header("Content-Type", "application/json").header("Accept", accept)
                    .POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
        }
    }
}

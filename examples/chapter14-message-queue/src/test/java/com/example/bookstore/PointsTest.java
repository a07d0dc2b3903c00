package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import javax.tools.ToolProvider;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.messaging.OrderPlaced;
import com.example.bookstore.points.Points;
import com.example.bookstore.points.PointsApplication;
import com.example.bookstore.points.PointsMessaging;
import com.example.bookstore.tools.DeadLetters;
import com.example.bookstore.tools.DeadLetters.Letter;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

@RequiresService(Service.RABBITMQ)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@DisplayName("积分：重试、死信、送回去、重复的不算两次")
@ShopQueues
@CapturedLog
@Order(1)
class PointsTest {

    private static final String LIN = "lin@example.com";

    private static Broker broker;
    private static Connection connection;
    private static ConfigurableApplicationContext application;
    private static Points points;
    private static JdbcTemplate jdbc;

    @BeforeAll
    static void start() throws Exception {
        broker = Broker.ofShop();
        connection = broker.connections.getRabbitConnectionFactory().newConnection();
        application = new SpringApplicationBuilder(PointsApplication.class).profiles("points")
                .web(WebApplicationType.NONE).run("--spring.datasource.url=jdbc:h2:mem:points");
        points = application.getBean(Points.class);
        jdbc = application.getBean(JdbcTemplate.class);
    }

    @AfterAll
    static void stop() throws Exception {
        application.close();
        connection.close();
        broker.close();
    }

    private static void place(long id, long cents) {
        broker.rabbit.convertAndSend(Messaging.ORDERS, Messaging.PLACED, new OrderPlaced(id, LIN, "活着", cents));
    }

    @Test
    @Order(1)
    @DisplayName("同一笔订单的消息来三次，积分加一次")
    void threeTimesOnce() {
        for (int i = 0; i < 3; i++) {
            place(1, 4500);
        }
        place(2, 100);
        Broker.await(() -> handled(2));
        Broker.await(() -> points.of(LIN) == 46);
        assertThat(points.of(LIN)).isEqualTo(46);
        assertThat(broker.ready(PointsMessaging.DEAD)).isZero();
    }

    private static boolean handled(long id) {
        return jdbc.queryForObject("select count(*) from handled_order where order_id = ?", Integer.class, id) == 1;
    }

    @Test
    @Order(2)
    @DisplayName("加积分失败，记录也一起回滚，下一次还能处理")
    void rolledBackTogether() {
        assertThatThrownBy(() -> points.addOnce(new OrderPlaced(77, LIN, "活着", -1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(handled(77)).isFalse();
        assertThatThrownBy(() -> points.addOnce(new OrderPlaced(1, LIN, "活着", 4500)))
                .isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    @Order(3)
    @DisplayName("坏消息试三次进死信队列；它后面的好消息照样处理；工具列出它和原因")
    void deadLetter() throws Exception {
        place(3, -100);
        place(4, 200);
        Broker.await(() -> handled(4) && broker.ready(PointsMessaging.DEAD) == 1);
        DeadLetters tool = new DeadLetters(connection);
        List<Letter> letters = tool.list(PointsMessaging.DEAD);
        assertThat(letters).hasSize(1);
        assertThat(letters.getFirst().reason()).isEqualTo("rejected");
        assertThat(letters.getFirst().count()).isEqualTo(1);
        assertThat(letters.getFirst().queue()).isEqualTo(PointsMessaging.POINTS);
        // 看过之后还在
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 1);
    }

    @Test
    @Order(4)
    @DisplayName("命令行打印同样的内容，系统只认 ASCII 的时候也一样")
    void commandLine() {
        com.example.book.ConsoleRun run = com.example.book.ConsoleRun.run(
                with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "list", PointsMessaging.DEAD),
                Recording.module(), null, Map.of("RABBITMQ_URI", "amqp://guest:guest@%s:%d"
                        .formatted(Service.RABBITMQ.host(), Service.RABBITMQ.port())));
        assertThat(run.output()).contains("rejected").contains("共 1 条");
        Recording.check("dead-letters-command.txt", run.output().lines().filter(line -> !line.contains("SLF4J"))
                .collect(java.util.stream.Collectors.joining("\n")));
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 1);
        // 容器里常常没有 LANG，书名也要看得懂
        com.example.book.ConsoleRun ascii = com.example.book.ConsoleRun.run(
                com.example.book.ConsoleRun.javaCommand(DeadLetters.class, "list", PointsMessaging.DEAD).stream()
                        .filter(word -> !word.contains(".encoding=")).toList(),
                Recording.module(), null, Map.of("LC_ALL", "C", "RABBITMQ_URI", "amqp://guest:guest@%s:%d"
                        .formatted(Service.RABBITMQ.host(), Service.RABBITMQ.port())));
        assertThat(ascii.output()).contains("来自 chapter14.points，第 1 次", "活着");
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 1);
    }

    @Test
    @Order(4)
    @DisplayName("复制到别的项目：改掉 package 那一行，只有 RabbitMQ 的客户端也编译得了")
    void copied(@TempDir Path folder) throws IOException {
        String source = Files.readString(Recording.module()
                .resolve("src/main/java/com/example/bookstore/tools/DeadLetters.java"));
        assertThat(source).startsWith("package com.example.bookstore.tools;\n");
        Path copy = Files.writeString(folder.resolve("DeadLetters.java"),
                source.replaceFirst("package .*;", "package com.example.shop;"));
        String client = Path.of(URI.create(Connection.class.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-cp", client,
                "-d", folder.toString(), copy.toString())).isZero();
        assertThat(folder.resolve("com/example/shop/DeadLetters.class")).exists();
    }

    private static List<String> with(List<String> command, String... more) {
        List<String> all = new java.util.ArrayList<>(command);
        all.addAll(List.of(more));
        return all;
    }

    @Test
    @Order(4)
    @DisplayName("队列的名字写错：打印 RabbitMQ 的原话，结束码 1；条数不是数字：用法，结束码 2")
    void commandLineMistakes() {
        Map<String, String> uri = Map.of("RABBITMQ_URI", "amqp://guest:guest@%s:%d"
                .formatted(Service.RABBITMQ.host(), Service.RABBITMQ.port()));
        com.example.book.ConsoleRun noQueue = com.example.book.ConsoleRun.run(
                with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "list", "chapter14.nowhere"),
                Recording.module(), null, uri);
        assertThat(noQueue.exitCode()).isEqualTo(1);
        assertThat(noQueue.output()).contains("NOT_FOUND - no queue 'chapter14.nowhere'").doesNotContain("\tat ");
        // 容器里常常没有 LANG
        com.example.book.ConsoleRun ascii = com.example.book.ConsoleRun.run(
                com.example.book.ConsoleRun.javaCommand(DeadLetters.class, "list").stream()
                        .filter(word -> !word.contains(".encoding=")).toList(),
                Recording.module(), null, Map.of("LC_ALL", "C"));
        assertThat(ascii.output()).contains("用法");
        com.example.book.ConsoleRun noNumber = com.example.book.ConsoleRun.run(
                with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "replay", PointsMessaging.DEAD, "all"),
                Recording.module(), null, uri);
        assertThat(noNumber.exitCode()).isEqualTo(2);
        assertThat(noNumber.output()).contains("用法").doesNotContain("\tat ");
        com.example.book.ConsoleRun noList = com.example.book.ConsoleRun.run(
                with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "list", PointsMessaging.DEAD, "3"),
                Recording.module(), null, uri);
        assertThat(noList.exitCode()).isEqualTo(2);
        for (String wrong : List.of("localhost:5672", "", "amqp://guest:gu est@localhost")) {
            com.example.book.ConsoleRun noUri = com.example.book.ConsoleRun.run(
                    with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "list", PointsMessaging.DEAD),
                    Recording.module(), null, Map.of("RABBITMQ_URI", wrong));
            assertThat(noUri.exitCode()).as(wrong).isEqualTo(2);
            assertThat(noUri.output()).contains("RABBITMQ_URI").doesNotContain("\tat ", "gu est");
        }
    }

    @Test
    @Order(4)
    @DisplayName("队列的名字是中文：列得出来；系统只认 ASCII 的时候读不出这个名字，说要设 LC_ALL，结束码 2，而不是说没有这个队列")
    void chineseQueueName() {
        String queue = "chapter14.shop.死信";
        broker.admin.declareQueue(new org.springframework.amqp.core.Queue(queue));
        try {
            broker.rabbit.convertAndSend("", queue, "活着");
            Broker.await(() -> broker.ready(queue) == 1);
            com.example.book.ConsoleRun list = listChinese("C.UTF-8");
            assertThat(list.exitCode()).as(list.output()).isZero();
            assertThat(list.output()).contains("活着", "共 1 条");
            com.example.book.ConsoleRun ascii = listChinese("C");
            assertThat(ascii.exitCode()).isEqualTo(2);
            assertThat(ascii.output()).contains("LC_ALL=C.UTF-8").doesNotContain("NOT_FOUND");
            // Maven 自己也读不出来，传过来的是问号；认得中文的系统上，问号就是问号
            com.example.book.ConsoleRun maven = list("C", "chapter14.shop.??????");
            assertThat(maven.exitCode()).isEqualTo(2);
            assertThat(maven.output()).contains("LC_ALL=C.UTF-8");
            assertThat(list("C.UTF-8", "chapter14.shop.??????").output()).contains("NOT_FOUND");
        }
        finally {
            broker.admin.deleteQueue(queue);
        }
    }

    /** The shell makes the bytes of the name, so that the locale of this JVM does not matter. */
    private static com.example.book.ConsoleRun listChinese(String locale) {
        return list(locale, "chapter14.shop.\\346\\255\\273\\344\\277\\241");
    }

    private static com.example.book.ConsoleRun list(String locale, String queue) {
        List<String> java = com.example.book.ConsoleRun.javaCommand(DeadLetters.class, "list").stream()
                .filter(word -> !word.contains(".encoding=")).toList();
        return com.example.book.ConsoleRun.run(
                with(List.of("sh", "-c", "exec \"$@\" \"$(printf '" + queue + "')\"", "sh"),
                        java.toArray(String[]::new)), Recording.module(), null, Map.of("LC_ALL", locale,
                        "RABBITMQ_URI", "amqp://guest:guest@%s:%d"
                                .formatted(Service.RABBITMQ.host(), Service.RABBITMQ.port())));
    }

    @Test
    @Order(4)
    @DisplayName("不是死信的：list 照样列出；replay 到它停下，说出送回了几条，它和后面的都留着")
    void notDead() throws Exception {
        String origin = broker.probe(Map.of());
        String dead = broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.dead"));
        try {
            broker.rabbit.convertAndSend("", dead, "死掉的", message -> {
                message.getMessageProperties().setHeader("x-death",
                        List.of(Map.of("queue", origin, "reason", "rejected", "count", 1L)));
                return message;
            });
            Broker.await(() -> broker.ready(dead) == 1); // 通道不一定是同一个：一条到了再发下一条
            broker.rabbit.convertAndSend("", dead, "自己发的\u001b[31m");
            Broker.await(() -> broker.ready(dead) == 2);
            broker.rabbit.convertAndSend("", dead, "头是假的", message -> {
                message.getMessageProperties().setHeader("x-death", List.of(Map.of("queue", origin)));
                return message;
            });
            Broker.await(() -> broker.ready(dead) == 3);
            com.example.book.ConsoleRun list = com.example.book.ConsoleRun.run(
                    with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "list", dead),
                    Recording.module(), null, Map.of("RABBITMQ_URI", "amqp://guest:guest@%s:%d"
                            .formatted(Service.RABBITMQ.host(), Service.RABBITMQ.port())));
            assertThat(list.exitCode()).as(list.output()).isZero();
            assertThat(list.output()).contains("来自 " + origin + "，第 1 次", "没有 x-death", "共 3 条")
                    .doesNotContain("null", "\u001b");
            Broker.await(() -> broker.ready(dead) == 3);
            assertThatThrownBy(() -> new DeadLetters(connection).replay(dead, 3))
                    .isInstanceOf(IOException.class).hasMessageContaining("送回 1 条").hasMessageContaining("x-death");
            Broker.await(() -> broker.ready(dead) == 2 && broker.ready(origin) == 1);
        }
        finally {
            broker.admin.deleteQueue(dead);
        }
    }

    @Test
    @Order(4)
    @DisplayName("等确认的时候断了：说出送回了几条，没有等到确认的那一条留在死信队列里")
    void connectionLost() throws Exception {
        String origin = broker.probe(Map.of());
        String dead = broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.dead"));
        Connection own = broker.connections.getRabbitConnectionFactory().newConnection();
        try {
            for (String letter : List.of("一", "二")) {
                broker.rabbit.convertAndSend("", dead, letter, message -> {
                    message.getMessageProperties().setHeader("x-death",
                            List.of(Map.of("queue", origin, "reason", "rejected", "count", 1L)));
                    return message;
                });
            }
            Broker.await(() -> broker.ready(dead) == 2);
            AtomicInteger waits = new AtomicInteger();
            Connection breaking = before(Connection.class, own, "createChannel", () -> { },
                    channel -> before(Channel.class, (Channel) channel, "waitForConfirms", () -> {
                        if (waits.incrementAndGet() == 2) {
                            own.abort();
                        }
                    }, result -> result));
            assertThatThrownBy(() -> new DeadLetters(breaking).replay(dead, 2)).isInstanceOf(IOException.class)
                    .hasMessageContaining("送回 1 条").hasMessageContaining("没有等到确认");
            Broker.await(() -> broker.ready(dead) == 1);
            assertThat(broker.ready(origin)).isBetween(1L, 2L);
        }
        finally {
            own.abort();
            broker.admin.deleteQueue(dead);
        }
    }

    /** The same, but something happens before one of its methods, and to what that returns. */
    private static <T> T before(Class<T> type, T target, String method, Runnable first, UnaryOperator<Object> then) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
            boolean here = called.getName().equals(method);
            if (here) {
                first.run();
            }
            try {
                Object result = called.invoke(target, arguments);
                return here ? then.apply(result) : result;
            }
            catch (InvocationTargetException ex) {
                throw ex.getCause();
            }
        }));
    }

    @Test
    @Order(4)
    @DisplayName("看一眼，死信还是原来的先后，仲裁队列也一样")
    void listKeepsTheOrder() throws Exception {
        listKeepsTheOrderOf(broker.probe(Map.of()));
        listKeepsTheOrderOf(broker.probe(Map.of("x-queue-type", "quorum")));
    }

    private static void listKeepsTheOrderOf(String queue) throws Exception {
        for (int i = 0; i < 20; i++) {
            broker.rabbit.convertAndSend("", queue, i);
            int sent = i + 1;
            Broker.await(() -> broker.ready(queue) == sent);
        }
        DeadLetters tool = new DeadLetters(connection);
        List<String> first = tool.list(queue).stream().map(Letter::body).toList();
        assertThat(first).hasSize(20);
        Broker.await(() -> broker.ready(queue) == 20);
        assertThat(tool.list(queue).stream().map(Letter::body)).containsExactlyElementsOf(first);
    }

    @Test
    @Order(5)
    @DisplayName("不改代码就送回去，它又死一次，一条不多一条不少；命令行上不写条数，送一条，写 10，两条都送")
    void replayWithoutFix() throws Exception {
        assertThat(new DeadLetters(connection).replay(PointsMessaging.DEAD, 1)).isEqualTo(1);
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 1);
        assertThat(broker.ready(PointsMessaging.POINTS)).isZero();
        replayFromCommandLine(1);
        broker.rabbit.convertAndSend(Messaging.ORDERS, Messaging.PLACED, new OrderPlaced(31, LIN, "活着", -100));
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 2);
        replayFromCommandLine(1);
        replayFromCommandLine(2, "10");
    }

    private static void replayFromCommandLine(int expected, String... limit) {
        long before = broker.ready(PointsMessaging.DEAD);
        com.example.book.ConsoleRun run = com.example.book.ConsoleRun.run(
                with(with(com.example.book.ConsoleRun.javaCommand(DeadLetters.class), "replay", PointsMessaging.DEAD),
                        limit), Recording.module(), null, Map.of("RABBITMQ_URI", "amqp://guest:guest@%s:%d"
                        .formatted(Service.RABBITMQ.host(), Service.RABBITMQ.port())));
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("送回 " + expected + " 条");
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == before);
    }

    @Test
    @Order(6)
    @DisplayName("数据库修好之后，送回去就处理了")
    void replayAfterFix() throws Exception {
        broker.admin.purgeQueue(PointsMessaging.DEAD);
        jdbc.execute("alter table account rename to account_gone");
        place(5, 300);
        Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 1);
        jdbc.execute("alter table account_gone rename to account");
        int before = points.of(LIN);
        new DeadLetters(connection).replay(PointsMessaging.DEAD, 10);
        Broker.await(() -> handled(5));
        Broker.await(() -> points.of(LIN) == before + 3);
        assertThat(broker.ready(PointsMessaging.DEAD)).isZero();
    }

    @Test
    @Order(7)
    @DisplayName("没有这个账户：不出声地丢积分不行，试三次进死信队列，也没有记成处理过；控制台到第三次才出声")
    void unknownAccount() {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        Logger amqp = (Logger) LoggerFactory.getLogger("org.springframework.amqp");
        ListAppender<ILoggingEvent> console = new ListAppender<>();
        console.list = new CopyOnWriteArrayList<>();
        console.start();
        // 读者的控制台从 INFO 起；本章的测试平时安静得多
        Level quiet = root.getLevel();
        Level none = amqp.getLevel();
        root.setLevel(Level.INFO);
        amqp.setLevel(null);
        root.addAppender(console);
        long sent = System.currentTimeMillis();
        try {
            broker.rabbit.convertAndSend(Messaging.ORDERS, Messaging.PLACED,
                    new OrderPlaced(6, "nobody@example.com", "活着", 4500));
            Broker.await(() -> broker.ready(PointsMessaging.DEAD) == 1);
        }
        finally {
            root.detachAppender(console);
            root.setLevel(quiet);
            amqp.setLevel(none);
        }
        assertThat(handled(6)).isFalse();
        broker.admin.purgeQueue(PointsMessaging.DEAD);

        List<ILoggingEvent> said = console.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN)).toList();
        ILoggingEvent first = said.getFirst();
        assertThat(first.getFormattedMessage()).startsWith("Retries exhausted");
        assertThat(ThrowableProxyUtil.asString(first.getThrowableProxy())).contains("没有这个账户：nobody@example.com");
        // 两次之间各等 200 毫秒，所以它写在第三次失败之后
        assertThat(first.getTimeStamp() - sent).isGreaterThanOrEqualTo(400);
        assertThat(console.list).allMatch(event -> event.getTimeStamp() >= first.getTimeStamp());
    }

    @Test
    @Order(7)
    @DisplayName("一条马上又死的：送回至多 100 条，也只送它一次")
    void replayDoesNotCircle() throws Exception {
        broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.dead"));
        // 到了就过期，送回去马上又成了死信
        String origin = broker.probe(Map.of("x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", "chapter14.shop.probe.dead", "x-message-ttl", 0));
        broker.rabbit.convertAndSend("", origin, "过期的");
        Broker.await(() -> broker.ready("chapter14.shop.probe.dead") == 1);
        assertThat(new DeadLetters(connection).replay("chapter14.shop.probe.dead", 100)).isEqualTo(1);
        Broker.await(() -> broker.ready("chapter14.shop.probe.dead") == 1);
        broker.admin.deleteQueue("chapter14.shop.probe.dead");
    }

    @Test
    @Order(7)
    @DisplayName("发送时抄送（CC）过别的队列：送回去的只到它死掉的那一个队列")
    void replayGoesToOneQueue() throws Exception {
        String copies = broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.copies"));
        String dead = broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.dead"));
        FanoutExchange exchange = new FanoutExchange("chapter14.shop.probe.dlx");
        try {
            broker.admin.declareExchange(exchange);
            broker.admin.declareBinding(new Binding(dead, Binding.DestinationType.QUEUE, exchange.getName(), "", null));
            // 没有写 x-dead-letter-routing-key 的，CC 头留着；到了就过期
            String origin = broker.probe(Map.of("x-dead-letter-exchange", exchange.getName(), "x-message-ttl", 0));
            broker.rabbit.convertAndSend("", origin, "过期的", message -> {
                message.getMessageProperties().setHeader("CC", List.of(copies));
                return message;
            });
            Broker.await(() -> broker.ready(dead) == 1 && broker.ready(copies) == 1);
            assertThat(new DeadLetters(connection).replay(dead, 1)).isEqualTo(1);
            Broker.await(() -> broker.ready(dead) == 1);
            assertThat(broker.ready(copies)).isEqualTo(1);
        }
        finally {
            broker.admin.deleteQueue(copies);
            broker.admin.deleteQueue(dead);
            broker.admin.deleteExchange(exchange.getName());
        }
    }

    @Test
    @Order(7)
    @DisplayName("原来的队列满了就拒收：送不回去，报出名字，死信留在原处")
    void originFull() {
        String dead = broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.dead"));
        String origin = broker.probe(Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead,
                "x-max-length", 1, "x-overflow", "reject-publish"));
        try {
            broker.rabbit.convertAndSend("", origin, "死掉的");
            Broker.await(() -> broker.ready(origin) == 1);
            broker.rabbit.execute(channel -> {
                channel.basicReject(channel.basicGet(origin, false).getEnvelope().getDeliveryTag(), false);
                return null;
            });
            Broker.await(() -> broker.ready(dead) == 1);
            broker.rabbit.convertAndSend("", origin, "占住唯一的位置");
            Broker.await(() -> broker.ready(origin) == 1);
            assertThatThrownBy(() -> new DeadLetters(connection).replay(dead, 1))
                    .isInstanceOf(IOException.class).hasMessageContaining(origin);
            Broker.await(() -> broker.ready(dead) == 1);
        }
        finally {
            broker.admin.deleteQueue(dead);
        }
    }

    @Test
    @Order(7)
    @DisplayName("原来的队列没了：送不回去，报出名字，死信留在原处")
    void originGone() {
        broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.shop.probe.dead"));
        String origin = broker.probe(Map.of("x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", "chapter14.shop.probe.dead", "x-message-ttl", 1));
        broker.rabbit.convertAndSend("", origin, "过期的");
        Broker.await(() -> broker.ready("chapter14.shop.probe.dead") == 1);
        broker.admin.deleteQueue(origin);
        assertThatThrownBy(() -> new DeadLetters(connection).replay("chapter14.shop.probe.dead", 1))
                .isInstanceOf(IOException.class).hasMessageContaining(origin);
        Broker.await(() -> broker.ready("chapter14.shop.probe.dead") == 1);
        broker.admin.deleteQueue("chapter14.shop.probe.dead");
    }

    @Test
    @Order(8)
    @DisplayName("在事务里发消息，事务回滚了，消息已经出去了；RabbitTemplate 设了 channelTransacted，就没有出去，但是开着发布确认的连接上它发送就抛异常")
    void rollbackDoesNotUnsend() {
        String queue = broker.probe(Map.of());
        TransactionTemplate transaction =
                new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        transaction.executeWithoutResult(status -> {
            jdbc.update("insert into placed_order values (9, '活着')");
            broker.rabbit.convertAndSend("", queue, "订单 9");
            status.setRollbackOnly();
        });
        assertThat(jdbc.queryForObject("select count(*) from placed_order where order_id = 9", Integer.class)).isZero();
        Broker.await(() -> broker.ready(queue) == 1);

        // 开着发布确认的连接上用不了
        RabbitTemplate confirming = new RabbitTemplate(broker.connections);
        confirming.setChannelTransacted(true);
        assertThatThrownBy(() -> transaction.executeWithoutResult(
                status -> confirming.convertAndSend("", queue, "订单 12"))).isInstanceOf(AmqpException.class);

        CachingConnectionFactory withoutConfirms =
                new CachingConnectionFactory(Service.RABBITMQ.host(), Service.RABBITMQ.port());
        try {
            RabbitTemplate transacted = new RabbitTemplate(withoutConfirms);
            transacted.setChannelTransacted(true);
            transaction.executeWithoutResult(status -> {
                transacted.convertAndSend("", queue, "订单 10");
                status.setRollbackOnly();
            });
            transaction.executeWithoutResult(status -> transacted.convertAndSend("", queue, "订单 11"));
        }
        finally {
            withoutConfirms.destroy();
        }
        Broker.await(() -> broker.ready(queue) == 2);
        assertThat(broker.rabbit.receiveAndConvert(queue, 5_000)).isEqualTo("订单 9");
        assertThat(new String(broker.rabbit.receive(queue, 5_000).getBody(), StandardCharsets.UTF_8)).isEqualTo("订单 11");
    }
}

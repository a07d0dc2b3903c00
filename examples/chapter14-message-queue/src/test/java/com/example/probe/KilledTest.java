package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.bookstore.Broker;
import com.example.bookstore.ShopQueues;
import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.messaging.OrderPlaced;
import com.example.bookstore.points.PointsMessaging;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

@RequiresService(Service.RABBITMQ)
@DisplayName("真的 kill -9：在做完与确认之间，在提交与发送之间")
@ShopQueues
@Order(2)
class KilledTest {

    @TempDir
    Path folder;

    private Broker broker;

    @BeforeEach
    void connect() {
        broker = Broker.ofShop();
    }

    @AfterEach
    void close() {
        broker.close();
    }

    /** The process that will be killed. */
    private BootProcess.Description probe(Class<?> main, String... arguments) {
        return BootProcess.of(MavenProject.javaCommand("zh", "-cp", System.getProperty("java.class.path"),
                main.getName())).arguments(arguments);
    }

    /** The one that comes after it: it ends as it should, so it can be in this JVM, where it starts faster. */
    private static ConfigurableApplicationContext again(Class<?> main, String... arguments) {
        return new SpringApplicationBuilder(main).web(WebApplicationType.NONE).run(arguments);
    }

    private String[] with(String name, String... more) {
        return Stream.concat(Stream.of("--spring.sql.init.mode=always",
                "--spring.datasource.url=jdbc:h2:file:" + folder.resolve(name) + ";WRITE_DELAY=0"), Stream.of(more))
                .toArray(String[]::new);
    }

    @Test
    @DisplayName("做完、没确认就被杀：消息回到队列，再来一次；直接加的积分成了两倍，先记再加的没有")
    void betweenWorkAndAck() {
        Table table = new Table("写法", "被杀之前", "消息再来之后");
        int naive = killedAndRedelivered(table, "add：直接加", false);
        int once = killedAndRedelivered(table, "addOnce：先记订单号再加", true);
        assertThat(naive).isEqualTo(90);
        assertThat(once).isEqualTo(45);
        Recording.check("killed.txt", table.toString());
    }

    // region killed
    private int killedAndRedelivered(Table table, String what, boolean once) {
        String before;
        try (BootProcess first = listener(once).start()) {
            broker.awaitConsumer(PointsMessaging.POINTS); // 早了没有绑定，消息会被扔掉
            broker.rabbit.convertAndSend(Messaging.ORDERS, Messaging.PLACED,
                    new OrderPlaced(1, "lin@example.com", "活着", 4500));
            first.awaitLine("事情做完了");
            before = first.get("/points");
            first.kill();
        }
        Broker.await(() -> broker.ready(PointsMessaging.POINTS) == 1); // 没确认的，回来了
        int after;
        try (ConfigurableApplicationContext second = secondListener(once)) {
            CrashingListener listener = second.getBean(CrashingListener.class);
            Broker.await(() -> listener.done() == 1);
            after = listener.points();
        }
        // 停下之后也没有回来：确认过了
        assertThat(broker.ready(PointsMessaging.POINTS)).isZero();
        table.row(what, before, after);
        return after;
    }
    // endregion killed

    @Test
    @DisplayName("没有人替它关掉连接的：进程停住不动，过了心跳的时限，消息才回到队列；连着两次没有动静才算断了")
    void frozen() throws Exception {
        String queue = broker.probe(Map.of());
        broker.rabbit.convertAndSend("", queue, "一条消息");
        try (RunningProgram frozen = RunningProgram.start(MavenProject.javaCommand("zh", "-cp",
                System.getProperty("java.class.path"), HoldingListener.class.getName(), Service.RABBITMQ.host(),
                "" + Service.RABBITMQ.port(), queue), folder, Map.of())) {
            frozen.await("收到了");
            signal("STOP", frozen);
            long start = System.nanoTime();
            try {
                Broker.await(() -> broker.ready(queue) == 1);
                // One silent look is not enough: it takes two.
                assertThat(System.nanoTime() - start)
                        .isGreaterThan(Duration.ofSeconds(HoldingListener.HEARTBEAT).toNanos());
            }
            finally {
                signal("CONT", frozen);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5s, 5", "600s, 60", ", 60"})
    @DisplayName("心跳由两边谈定，取短的那个：改短了算数，改长了不起作用，不写是 60 秒")
    void shorterHeartbeatWins(String requested, int agreed) {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RabbitAutoConfiguration.class))
                .withPropertyValues("spring.rabbitmq.host=" + Service.RABBITMQ.host(),
                        "spring.rabbitmq.port=" + Service.RABBITMQ.port())
                .withPropertyValues(requested == null ? new String[0]
                        : new String[] {"spring.rabbitmq.requested-heartbeat=" + requested})
                .run(context -> {
                    try (Connection connection = context.getBean(ConnectionFactory.class).createConnection()) {
                        assertThat(connection.getDelegate().getHeartbeat()).isEqualTo(agreed);
                    }
                });
    }

    private static void signal(String name, RunningProgram program) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + program.pid()).start().waitFor()).isZero();
    }

    private BootProcess.Description listener(boolean once) {
        return probe(CrashingListener.class, arguments(once, true)).readyPath("/points");
    }

    private ConfigurableApplicationContext secondListener(boolean once) {
        return again(CrashingListener.class, arguments(once, false));
    }

    private String[] arguments(boolean once, boolean hold) {
        return with("once-" + once, "--probe.once=" + once, "--probe.hold=" + hold);
    }

    @Test
    @DisplayName("提交之后、发送之前被杀：有订单，没有消息；反过来，有消息，没有订单")
    void betweenCommitAndSend() throws Exception {
        Table table = new Table("先后", "数据库里的订单", "队列里的消息");
        List<BootProcess> shops = BootProcess.startAll(List.of(shop("/commit-then-send"), shop("/send-then-commit")));
        try (BootProcess committing = shops.getFirst(); BootProcess sending = shops.getLast()) {
            crash(table, "先提交，再发消息", committing, "/commit-then-send");
            crash(table, "先发消息，再提交", sending, "/send-then-commit");
        }
        Recording.check("commit-and-send.txt", table.toString());
        assertThat(table.toString().replaceAll(" +", " ")).contains("先提交，再发消息 1 0", "先发消息，再提交 0 1");
    }

    private BootProcess.Description shop(String path) {
        return probe(CrashingShop.class, with(path.substring(1))).readyPath("/orders");
    }

    private void crash(Table table, String what, BootProcess shop, String path) throws Exception {
        broker.admin.purgeQueue(Messaging.MAIL);
        HttpClient client = HttpClient.newHttpClient();
        try {
            client.sendAsync(HttpRequest.newBuilder(shop.uri(path)).build(), BodyHandlers.discarding());
            shop.awaitLine("停在这里");
            if (path.startsWith("/send")) {
                Broker.await(() -> broker.ready(Messaging.MAIL) == 1);
            }
            shop.kill();
        }
        finally {
            client.shutdownNow();
        }
        try (ConfigurableApplicationContext restarted = again(CrashingShop.class, with(path.substring(1)))) {
            table.row(what, restarted.getBean(CrashingShop.class).orders(), broker.ready(Messaging.MAIL));
        }
    }
}

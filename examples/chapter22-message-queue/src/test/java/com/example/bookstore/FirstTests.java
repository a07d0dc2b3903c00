package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.LogManager;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.ConsoleRun;
import com.example.book.HttpRequestFile;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.GroupType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Applications of Spring's, which leave the log of this JVM as it is: other tests read it meanwhile. */
@Timeout(240)
class FirstTests {

    static {
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        LogManager.getLogManager().reset(); // Tomcat writes there, and nobody leads it to the log
    }

    private static ConfigurableApplicationContext store(String topic, String... more) {
        return storeAt(Broker.servers(), topic, more);
    }

    private static ConfigurableApplicationContext storeAt(String servers, String topic, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--bookstore.topic=" + topic,
                "--spring.kafka.bootstrap-servers=" + servers));
        if (List.of(more).stream().noneMatch(argument -> argument.contains("protocol"))) {
            // A member learns from its heartbeat that others have come or gone: 3 s by default.
            arguments.add("--spring.kafka.consumer.heartbeat-interval=300ms");
        }
        arguments.addAll(List.of(more));
        return new SpringApplicationBuilder(BookstoreApplication.class).run(arguments.toArray(String[]::new));
    }

    private static void placeSix(ConfigurableApplicationContext store) {
        OrderEvents events = store.getBean(OrderEvents.class);
        for (int i = 1; i <= 6; i++) {
            events.placed(new OrderPlaced("order-" + i, List.of("zhang", "li", "wang").get(i % 3), 2300)).join();
        }
    }

    @Test
    void sixOrders() {
        String topic = "first-" + System.nanoTime();
        try (var store = store(topic)) {
            placeSix(store);
            Mailer mailer = store.getBean(Mailer.class);
            await().atMost(Duration.ofSeconds(60)).until(() -> mailer.mails().size() == 6);
            Recording.check("first.txt", mailer.mails().stream().sorted().collect(Collectors.joining("\n")));
            String value = Broker.all(topic).stream().filter(record -> record.value().contains("order-1"))
                    .findFirst().orElseThrow().value();
            Recording.check("value.txt", value);
        }
    }

    private static int post(ConfigurableApplicationContext store, String order) throws Exception {
        return post("http://localhost:" + store.getEnvironment().getProperty("local.server.port") + "/orders", order);
    }

    private static int post(String url, String order) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(order))
                    .build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void http() throws Exception {
        String topic = "http-" + System.nanoTime();
        try (var store = store(topic)) {
            // Without a customer there would be no key, and so no order among that customer's messages.
            for (String bad : List.of("{\"orderId\":\"o-0\",\"cents\":2300}", "{\"customer\":\"li\",\"cents\":2300}",
                    "{\"orderId\":\"o-0\",\"customer\":\" \",\"cents\":2300}", "{\"orderId\":\"o-0\",\"customer\":\"li\"}",
                    "{\"orderId\":\"o-0\",\"customer\":\"li\",\"cents\":-1}",
                    "{\"orderId\":\"o-0\",\"customer\":\"li\",\"cents\":23.5}")) {
                assertThat(post(store, bad)).as(bad).isEqualTo(400);
            }
            assertThat(post(store, "{\"orderId\":\"o-1\",\"customer\":\"li\",\"cents\":2300}")).isEqualTo(202);
            await().atMost(Duration.ofSeconds(60)).until(() -> store.getBean(Mailer.class).mails().size() == 1);
            assertThat(Broker.all(topic)).hasSize(1);
        }
    }

    /** The answer waits for the broker's: what the broker does not take, the customer is not told to be placed. */
    @Test
    void refusedByTheBroker() throws Exception {
        String topic = Broker.topic(3, "max.message.bytes", "200");
        try (var store = store(topic)) {
            String order = "{\"orderId\":\"%s\",\"customer\":\"li\",\"cents\":2300}".formatted("1".repeat(300));
            assertThat(post(store, order)).isEqualTo(500);
            assertThat(Broker.all(topic)).isEmpty();
        }
    }

    /** As a reader runs it: the bookstore with its broker, then a second bookstore at the address that it tells. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void run() throws Exception {
        int port = RunningProgram.freePort();
        try (var store = RunningProgram.start(ShortLived.testCommand(BookstoreWithKafka.class, "--server.port=" + port),
                Recording.module(), Map.of())) {
            store.await("Started BookstoreWithKafka");
            HttpRequestFile.Request request = HttpRequestFile.read("requests.http",
                    Map.of("host", "http://localhost:" + port)).requests().getFirst();
            for (int offset = 0; offset < 2; offset++) {
                assertThat(post(request.url(), request.body())).isEqualTo(202);
                store.await("寄信：分区 2 位移 " + offset + "  li 的 order-1");
            }
            String servers = store.output().lines().filter(line -> line.startsWith("Kafka 的地址是 "))
                    .findFirst().orElseThrow().substring("Kafka 的地址是 ".length());
            try (var second = RunningProgram.start(ShortLived.command(BookstoreApplication.class,
                    "--server.port=0", "--spring.kafka.bootstrap-servers=" + servers), Recording.module(), Map.of())) {
                second.await("mail: partitions assigned: [orders-");
            }
        }
    }

    private static MessageListenerContainer container(ConfigurableApplicationContext store) {
        return store.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("mail");
    }

    private static int partitions(ConfigurableApplicationContext store) {
        var assigned = container(store).getAssignedPartitions();
        return assigned == null ? 0 : assigned.size();
    }

    @Test
    void groupShares() {
        String topic = "group-" + System.nanoTime();
        Table table = new Table("几个消费者", "各有几个分区");
        List<ConfigurableApplicationContext> stores = new ArrayList<>();
        try {
            for (int count : List.of(1, 2, 4)) {
                while (stores.size() < count) {
                    stores.add(store(topic));
                }
                List<Integer> expected = Map.of(1, List.of(3), 2, List.of(2, 1), 4, List.of(1, 1, 1, 0)).get(count);
                await().atMost(Duration.ofSeconds(60)).until(() -> stores.stream().map(FirstTests::partitions)
                        .sorted(java.util.Comparator.reverseOrder()).toList().equals(expected));
                table.row(count, expected.stream().map(String::valueOf).collect(Collectors.joining("、")));
            }
        }
        finally {
            stores.forEach(ConfigurableApplicationContext::close);
        }
        Recording.check("group.txt", table.toString());
    }

    @Test
    void remembersOffset() {
        String topic = "offset-" + System.nanoTime();
        try (var store = store(topic)) {
            placeSix(store);
            await().atMost(Duration.ofSeconds(60)).until(() -> store.getBean(Mailer.class).mails().size() == 6);
        }
        // 同一个组再来，从上次读到的地方接着读；另一个组从头读
        try (var again = store(topic)) {
            again.getBean(OrderEvents.class).placed(new OrderPlaced("order-7", "li", 2300)).join();
            await().atMost(Duration.ofSeconds(60)).until(() -> !again.getBean(Mailer.class).mails().isEmpty());
            assertThat(again.getBean(Mailer.class).mails()).singleElement().asString().contains("order-7");
        }
        assertThat(Broker.all(topic)).hasSize(7);
    }

    @Test
    void lag() {
        String topic = "lag-" + System.nanoTime();
        try (var store = store(topic)) {
            placeSix(store);
            await().atMost(Duration.ofSeconds(60)).until(() -> store.getBean(Mailer.class).mails().size() == 6);
        }
        String key = "li";
        Broker.send(topic, key, "{\"orderId\":\"order-8\"}", "{\"orderId\":\"order-9\"}");
        List<Lag.Row> rows = Lag.of(Broker.servers(), "mail").stream()
                .filter(row -> row.partition().topic().equals(topic)).toList();
        assertThat(rows.stream().mapToLong(Lag.Row::lag).sum()).isEqualTo(2);
        assertThat(rows).anySatisfy(row -> assertThat(row.waiting()).isPositive());
        ConsoleRun run = ShortLived.run(Lag.class, Broker.servers(), "mail");
        Recording.check("lag.txt", run.output().lines().filter(line -> line.startsWith(topic))
                .map(line -> line.replace(topic, "orders").replaceAll("等了 \\d+ 秒", "等了 0 秒"))
                .collect(Collectors.joining("\n")));
        ConsoleRun wrong = ShortLived.run(Lag.class);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.output()).contains("用法");
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", Broker.servers()));
    }

    /** Two instances with the same file of settings, and so with the same number. */
    @Test
    @ResourceLock(Broker.LOG)
    @ExtendWith(OutputCaptureExtension.class)
    void twoInstancesWithOneNumber(CapturedOutput output) throws Exception {
        String topic = "number-" + System.nanoTime();
        String number = "--spring.kafka.consumer.properties.group.instance.id=mail-1";
        try (var first = store(topic, number)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> partitions(first) == 3);
            try (var second = store(topic, number)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> !container(first).isRunning());
                await().atMost(Duration.ofSeconds(60)).until(() -> partitions(second) == 3);
                assertThat(container(second).isRunning()).isTrue();
                assertThat(post(first, "{\"orderId\":\"o-1\",\"customer\":\"li\",\"cents\":2300}"))
                        .as("the application goes on without its listener").isEqualTo(202);
            }
        }
        finally {
            // Otherwise the group, which other tests use too, waits for it until its session is over. Spring
            // has appended the number of the thread.
            try (Admin admin = admin()) {
                admin.removeMembersFromConsumerGroup("mail", new RemoveMembersFromConsumerGroupOptions(
                        List.of(new MemberToRemove("mail-1-0")))).all().get();
            }
        }
        Recording.check("fenced.txt", errors(output.getOut()));
    }

    /** What containers of listeners log as errors, with the exception that stands below; others log too. */
    private static String errors(String log) {
        List<String> kept = new ArrayList<>();
        boolean below = false;
        for (String line : log.lines().toList()) {
            boolean error = line.contains("ERROR o.s.k.l.KafkaMessageListenerContainer");
            if (error || below && line.startsWith("org.apache.kafka.common.errors.FencedInstanceIdException")) {
                kept.add(line.replaceFirst("^[\\d:.]+ ", ""));
            }
            below = error;
        }
        return String.join("\n", kept);
    }

    @ParameterizedTest
    @CsvSource({"new-protocol.yml, '', CONSUMER, uniform", "new-protocol.yml, range, CONSUMER, range",
        "cooperative.yml, '', CLASSIC, cooperative-sticky"})
    void otherProtocols(String settings, String named, GroupType type, String assignor) throws Exception {
        String topic = "protocol-" + System.nanoTime();
        List<String> more = new ArrayList<>(List.of("--spring.config.additional-location=classpath:" + settings));
        if (!named.isEmpty()) { // one of the assignors that the broker has
            more.add("--spring.kafka.consumer.properties.group.remote.assignor=" + named);
        }
        try (var store = store(topic, more.toArray(String[]::new)); Admin admin = admin()) {
            placeSix(store);
            await().atMost(Duration.ofSeconds(60)).until(() -> store.getBean(Mailer.class).mails().size() == 6);
            ConsumerGroupDescription group = admin.describeConsumerGroups(List.of("mail")).describedGroups().get("mail").get();
            assertThat(group.type()).isEqualTo(type);
            assertThat(group.partitionAssignor()).isEqualTo(assignor);
        }
    }

    /** What the page says about a number of partitions that is made larger, or smaller. */
    @Test
    void partitionsAreAddedAtTheStart() throws Exception {
        String topic = Broker.topic(1);
        try (var store = store(topic); Admin admin = admin()) {
            assertThat(admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions()).hasSize(3);
        }
    }

    /** A store that is up before its broker: nobody has made the topic, and the broker does it in its own way. */
    @Test
    void whoStartsBeforeTheBrokerHasOnePartition() throws Exception {
        String topic = "early-" + System.nanoTime();
        int port = RunningProgram.freePort();
        String servers = "127.0.0.1:" + port;
        String soon = "--spring.kafka.admin.operation-timeout=2s";
        assertThat(catchThrowable(() -> storeAt(servers, topic, soon, "--spring.kafka.admin.fail-fast=true").close()))
                .hasMessageContaining("Could not configure topics");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger admins = (Logger) LoggerFactory.getLogger(KafkaAdmin.class);
        admins.addAppender(log);
        try (var store = storeAt(servers, topic, soon, "--spring.kafka.producer.properties.max.block.ms=1000");
                ServerSocket door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress()); Admin admin = admin()) {
            assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage).contains("Could not configure topics");
            Thread.ofVirtual().start(() -> forward(door)); // now the broker is there
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                    .until(() -> store.getBean(OrderEvents.class).placed(new OrderPlaced("order-1", "li", 2300)).join() != null);
            assertThat(admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions()).hasSize(1);
        }
        finally {
            admins.detachAppender(log);
        }
    }

    /** Who comes in is led to the broker. */
    private static void forward(ServerSocket door) {
        String[] broker = Broker.servers().split(":");
        while (!door.isClosed()) {
            try {
                Socket in = door.accept();
                Socket out = new Socket(broker[0], Integer.parseInt(broker[1]));
                Thread.ofVirtual().start(() -> copy(in, out));
                Thread.ofVirtual().start(() -> copy(out, in));
            }
            catch (IOException ex) {
                assertThat(door.isClosed()).isTrue();
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from; to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
        catch (IOException ex) {
            assertThat(ex).as("one of the two has gone").isNotNull();
        }
    }
}

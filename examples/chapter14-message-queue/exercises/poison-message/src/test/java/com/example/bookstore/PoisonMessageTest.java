package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

@DisplayName("一条坏消息，不该堵住后面的")
class PoisonMessageTest {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static CachingConnectionFactory connections;
    private static RabbitAdmin admin;
    private static ConfigurableApplicationContext application;
    private static MailListener listener;

    @BeforeAll
    static void start() {
        connections = new CachingConnectionFactory(
                System.getenv().getOrDefault("RABBITMQ_HOST", "localhost"),
                Integer.parseInt(System.getenv().getOrDefault("RABBITMQ_PORT", "5672")));
        admin = new RabbitAdmin(connections);
        clean();
        application = new SpringApplicationBuilder(MailApplication.class).web(WebApplicationType.NONE).run();
        listener = application.getBean(MailListener.class);
        RabbitTemplate rabbit = new RabbitTemplate(connections);
        for (String email : List.of("不是邮箱", "a@example.com", "b@example.com", "c@example.com")) {
            rabbit.convertAndSend("", MailQueues.MAIL, email);
        }
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
            clean();
        }
        connections.destroy();
    }

    private static void clean() {
        admin.deleteQueue(MailQueues.MAIL);
        admin.deleteQueue(MailQueues.DEAD);
    }

    @Test
    @DisplayName("后面的三封信照样寄出，各一封")
    void othersGoOn() {
        Awaitility.await().atMost(LIMIT).until(() -> listener.sent().size() >= 3);
        assertThat(listener.sent()).containsExactlyInAnyOrder("a@example.com", "b@example.com", "c@example.com");
    }

    @Test
    @DisplayName("坏消息一共试三次，最后在死信队列里，没有丢")
    void kept() {
        Awaitility.await().atMost(LIMIT).until(() -> admin.getQueueInfo(MailQueues.DEAD) != null
                && admin.getQueueInfo(MailQueues.DEAD).getMessageCount() == 1);
        assertThat(listener.attempts("不是邮箱")).isEqualTo(3);
        Awaitility.await().atMost(LIMIT).until(() -> admin.getQueueInfo(MailQueues.MAIL).getMessageCount() == 0);
    }

    @Test
    @DisplayName("RabbitMQ 重启之后死信队列还在，死信在里面不过期")
    void stays() {
        List<Queue> dead = Stream.concat(application.getBeansOfType(Queue.class).values().stream(),
                        application.getBeansOfType(Declarables.class).values().stream()
                                .flatMap(all -> all.getDeclarablesByType(Queue.class).stream()))
                .filter(queue -> queue.getName().equals(MailQueues.DEAD)).toList();
        assertThat(dead).allSatisfy(queue -> {
            assertThat(queue.isDurable()).as("durable").isTrue();
            assertThat(queue.isAutoDelete()).as("autoDelete").isFalse();
            assertThat(queue.getArguments()).doesNotContainKeys("x-message-ttl", "x-expires");
        });
    }
}

package com.example.probe;

import java.util.concurrent.CountDownLatch;

import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.messaging.OrderPlaced;
import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Places an order and stops for ever between the database and the broker. */
@RestController
@EnableAutoConfiguration
@Import(Messaging.class)
public class CrashingShop {

    private final JdbcTemplate jdbc;
    private final RabbitTemplate rabbit;
    private final TransactionTemplate transaction;

    CrashingShop(JdbcTemplate jdbc, RabbitTemplate rabbit, PlatformTransactionManager manager, AmqpAdmin admin) {
        this.jdbc = jdbc;
        this.rabbit = rabbit;
        this.transaction = new TransactionTemplate(manager);
        admin.initialize();
    }

    // region crash
    @GetMapping("/commit-then-send")
    void commitThenSend() {
        transaction.executeWithoutResult(
                status -> jdbc.update("insert into placed_order values (1, '活着')"));
        crashHere();
        send();
    }

    @GetMapping("/send-then-commit")
    void sendThenCommit() {
        transaction.executeWithoutResult(status -> {
            jdbc.update("insert into placed_order values (1, '活着')");
            send();
            crashHere();
        });
    }
    // endregion crash

    private void send() {
        rabbit.convertAndSend(Messaging.ORDERS, Messaging.PLACED,
                new OrderPlaced(1, "lin@example.com", "活着", 4500));
    }

    private static void crashHere() {
        System.out.println("停在这里");
        try {
            new CountDownLatch(1).await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @GetMapping("/orders")
    int orders() {
        return jdbc.queryForObject("select count(*) from placed_order", Integer.class);
    }

    public static void main(String[] args) {
        SpringApplication.run(CrashingShop.class, args);
    }
}

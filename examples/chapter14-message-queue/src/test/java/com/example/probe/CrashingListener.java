package com.example.probe;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.messaging.OrderPlaced;
import com.example.bookstore.points.Points;
import com.example.bookstore.points.PointsMessaging;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Does the work, says so, and — if told to hold — never comes to the acknowledgement. */
@RestController
@EnableAutoConfiguration
@Import({Messaging.class, PointsMessaging.class, Points.class})
public class CrashingListener {

    private final Points points;
    private final boolean once;
    private final boolean hold;
    private final AtomicInteger done = new AtomicInteger();

    CrashingListener(Points points, @Value("${probe.once}") boolean once, @Value("${probe.hold}") boolean hold) {
        this.points = points;
        this.once = once;
        this.hold = hold;
    }

    // region hold
    @RabbitListener(queues = PointsMessaging.POINTS)
    void onOrderPlaced(OrderPlaced order) throws InterruptedException {
        try {
            if (once) {
                points.addOnce(order);
            }
            else {
                points.add(order);
            }
        }
        catch (DuplicateKeyException ex) {
            System.out.println("处理过了");
        }
        System.out.println("事情做完了");
        done.incrementAndGet(); // 没有停住的那一个，测试等到这里
        if (hold) {
            new CountDownLatch(1).await(); // 测试在这里杀掉进程：做完了，还没确认
        }
    }
    // endregion hold

    int done() {
        return done.get();
    }

    @GetMapping("/points")
    int points() {
        return points.of("lin@example.com");
    }

    public static void main(String[] args) {
        SpringApplication.run(CrashingListener.class, args);
    }
}

package com.example.across;

import java.util.concurrent.CountDownLatch;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An order by HTTP, a message to the packers, and the wrapping in a thread of the pool. */
@SpringBootApplication
@RestController
public class Wrapping {

    public static final String QUEUE = "ch28.wrapping";

    private final CountDownLatch wrapped = new CountDownLatch(1);
    private final RabbitTemplate rabbit;
    private final AsyncTaskExecutor executor;
    private final ObservationRegistry observations;

    Wrapping(RabbitTemplate rabbit, AsyncTaskExecutor applicationTaskExecutor, ObservationRegistry observations) {
        this.rabbit = rabbit;
        this.executor = applicationTaskExecutor;
        this.observations = observations;
    }

    @Bean
    static Queue wrappingQueue() {
        return new Queue(QUEUE, false, true, true);
    }

    // region across
    @PostMapping("/orders")
    void order() { // HTTP 进来，消息出去
        rabbit.convertAndSend(QUEUE, "Java 编程思想");
    }

    @RabbitListener(queues = QUEUE)
    void pack(String book) { // 消息进来，换一个线程
        executor.execute(() -> wrap(book));
    }

    private void wrap(String book) {
        Observation.createNotStarted("wrap book", observations)
                .observe(wrapped::countDown);
    }
    // endregion across

    public CountDownLatch wrapped() {
        return wrapped;
    }
}

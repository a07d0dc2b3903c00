package com.example.bookstore.saga;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;

/**
 * 做 Saga 的进程。为了少启动几个进程，库存与收款也在这里，但它们各用各的事务，也不看对方的表，
 * 换成 HTTP 调用时 Saga 不用改。
 */
@SpringBootApplication
@EnableScheduling
public class SagaApplication {

    /** 设置在 {@code saga.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(SagaApplication.class).properties("spring.config.name=saga");
    }

    public static void main(String[] args) {
        builder().run(args);
    }

    @Bean
    Stock stock(JdbcClient jdbc, TransactionOperations transaction) {
        return new Stock(jdbc, transaction);
    }

    @Bean
    Cashier cashier(JdbcClient jdbc, TransactionOperations transaction) {
        return new Cashier(jdbc, transaction);
    }

    @Bean
    Saga saga(JdbcClient jdbc, TransactionOperations transaction, Stock stock, Cashier cashier, OutboxTrace trace) {
        return new Saga(jdbc, transaction, stock, cashier, trace);
    }

    @Bean
    Relay relay(Saga saga) {
        return new Relay(saga);
    }

    /** 隔一会儿看一眼发件箱。 */
    static class Relay {

        private final Saga saga;

        Relay(Saga saga) {
            this.saga = saga;
        }

        @Scheduled(fixedDelayString = "${bookstore.relay-delay:100ms}")
        void run() {
            saga.drain();
        }
    }
}

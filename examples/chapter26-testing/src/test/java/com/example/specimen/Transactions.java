package com.example.specimen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.transaction.TestTransaction;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;

/** A service that forgot {@code @Transactional}, and tests with and without a transaction. */
public final class Transactions {

    private Transactions() {
    }

    public record Placed(String isbn) {
    }

    public interface Orders {

        void place(String isbn);
    }

    /** Forgot {@code @Transactional}. */
    public static class ForgetfulOrders implements Orders {

        private final JdbcClient jdbc;
        private final ApplicationEventPublisher events;

        ForgetfulOrders(JdbcClient jdbc, ApplicationEventPublisher events) {
            this.jdbc = jdbc;
            this.events = events;
        }

        // region forgot
        @Override
        public void place(String isbn) { // 忘了 @Transactional
            jdbc.sql("insert into sale values (?, 1, 5900)").param(isbn).update();
            events.publishEvent(new Placed(isbn));
        }
        // endregion forgot
    }

    /** Sends mails. */
    public static class Mails {

        private final AtomicInteger sent = new AtomicInteger();

        // region mail
        @TransactionalEventListener
        void mail(Placed placed) { // 提交之后寄信；没有事务，就没有“提交之后”
            sent.incrementAndGet();
        }
        // endregion mail

        public int sent() {
            return sent.get();
        }

        void forget() {
            sent.set(0);
        }
    }

    /** As it should be. */
    public static class CarefulOrders extends ForgetfulOrders {

        CarefulOrders(JdbcClient jdbc, ApplicationEventPublisher events) {
            super(jdbc, events);
        }

        @Override
        @Transactional
        public void place(String isbn) {
            super.place(isbn);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class Store {

        @Bean
        ForgetfulOrders forgetful(JdbcClient jdbc, ApplicationEventPublisher events) {
            return new ForgetfulOrders(jdbc, events);
        }

        @Bean
        CarefulOrders careful(JdbcClient jdbc, ApplicationEventPublisher events) {
            return new CarefulOrders(jdbc, events);
        }

        @Bean
        Mails mails() {
            return new Mails();
        }
    }

    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE,
            properties = "spring.datasource.url=jdbc:h2:mem:transactions")
    public abstract static class Base {

        @Autowired
        JdbcClient jdbc;

        @Autowired
        Mails mails;

        @Autowired
        ForgetfulOrders forgetful;

        @Autowired
        CarefulOrders careful;

        @BeforeEach
        void noMails() {
            mails.forget();
        }

        long sales() {
            return jdbc.sql("select count(*) from sale").query(Long.class).single();
        }
    }

    /** The shape most tutorials show: green although the mail is never sent. */
    @Transactional
    public static class RolledBack extends Base {

        @Test
        void forgetfulSavesTheOrder() { // 类上有 @Transactional，做完就回滚
            forgetful.place("978-1");
            assertThat(sales()).isEqualTo(1); // 通过，可是信没有寄
        }

        @Test
        void carefulSendsNoMailHereEither() {
            careful.place("978-1");
            assertThat(mails.sent()).isZero();
        }
    }

    /** The test's own transaction stands in for the one that the service forgot. */
    @Transactional
    public static class CommittedByTheTest extends Base {

        @Test
        void forgetfulSendsTheMail() {
            forgetful.place("978-1");
            TestTransaction.flagForCommit();
            TestTransaction.end();
            jdbc.sql("delete from sale").update();
            assertThat(mails.sent()).isEqualTo(1);
        }

        @Test
        void carefulSendsTheMail() {
            careful.place("978-1");
            TestTransaction.flagForCommit();
            TestTransaction.end();
            jdbc.sql("delete from sale").update();
            assertThat(mails.sent()).isEqualTo(1);
        }
    }

    /** As in production. */
    public static class Without extends Base {

        // region without
        @Test
        void forgetfulSendsTheMail() { // 测试没有事务，与生产环境一样
            forgetful.place("978-1");
            jdbc.sql("delete from sale").update();
            assertThat(mails.sent()).as("寄出的信").isEqualTo(1);
        }
        // endregion without

        @Test
        void carefulSendsTheMail() {
            careful.place("978-1");
            jdbc.sql("delete from sale").update();
            assertThat(mails.sent()).isEqualTo(1);
        }
    }
}

package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.OrderPlaced;
import com.example.bookstore.Orders;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
class TransactionTests {

    public static class Writer {

        private final JdbcClient jdbc;

        public Writer(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Async
        @Transactional
        public CompletableFuture<Void> later(String id) {
            jdbc.sql("insert into book_order (id) values (?)").param(id).update();
            return CompletableFuture.completedFuture(null);
        }

        @Transactional
        public void join(String id) {
            jdbc.sql("insert into mail (order_id) values (?)").param(id).update();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void anew(String id) {
            jdbc.sql("insert into mail (order_id) values (?)").param(id).update();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @Import(Orders.class)
    static class Base {
        @Bean
        Writer writer(JdbcClient jdbc) {
            return new Writer(jdbc);
        }
    }

    public static class Fails {
        @TransactionalEventListener
        public void on(OrderPlaced order) {
            throw new IllegalStateException("邮件服务器没有响应");
        }
    }

    public static class JoinsAndFails {
        private final Writer writer;

        public JoinsAndFails(Writer writer) {
            this.writer = writer;
        }

        @TransactionalEventListener
        public void on(OrderPlaced order) {
            writer.join(order.orderId());
        }
    }

    public static class Anew {
        private final Writer writer;

        public Anew(Writer writer) {
            this.writer = writer;
        }

        @TransactionalEventListener
        public void on(OrderPlaced order) {
            writer.anew(order.orderId());
        }
    }

    public static class WrongPropagation {
        @Transactional
        @TransactionalEventListener
        public void on(OrderPlaced order) {
        }
    }

    public static class Counting {
        int calls;

        @TransactionalEventListener
        public void on(OrderPlaced order) {
            calls++;
        }
    }

    @Entity(name = "JpaMail")
    static class JpaMail {
        @Id
        private String id;

        protected JpaMail() {
        }

        JpaMail(String id) {
            this.id = id;
        }
    }

    /** The database gives the key, so that Hibernate would like to insert at once. */
    @Entity(name = "NumberedMail")
    static class NumberedMail {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        private Long id;
    }

    public static class JpaWriter {
        private final EntityManager entities;

        public JpaWriter(EntityManager entities) {
            this.entities = entities;
        }

        @Transactional
        public void join(String id) {
            entities.persist(new JpaMail(id));
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void anew(String id) {
            entities.persist(new JpaMail(id));
        }

        @Transactional
        public void numbered(boolean flush) {
            entities.persist(new NumberedMail());
            if (flush) {
                entities.flush();
            }
        }

        @Transactional
        public void query() {
            entities.createQuery("delete from JpaMail").executeUpdate();
        }
    }

    public static class JpaListener {
        private final JpaWriter writer;
        private boolean anew;

        public JpaListener(JpaWriter writer) {
            this.writer = writer;
        }

        @TransactionalEventListener
        public void on(OrderPlaced order) {
            if (anew) {
                writer.anew(order.orderId());
            }
            else {
                writer.join(order.orderId());
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EntityScan(basePackageClasses = JpaMail.class)
    static class Jpa {
        @Bean
        JpaWriter jpaWriter(EntityManager entities) {
            return new JpaWriter(entities);
        }

        @Bean
        JpaListener jpaListener(JpaWriter writer) {
            return new JpaListener(writer);
        }
    }

    private static ApplicationContextRunner runner(Class<?>... beans) {
        return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                DataSourceInitializationAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
                TransactionAutoConfiguration.class, JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
                TaskExecutionAutoConfiguration.class)).withUserConfiguration(Base.class).withUserConfiguration(beans)
                .withPropertyValues("spring.datasource.generate-unique-name=true");
    }

    private static long count(JdbcClient jdbc, String table) {
        return jdbc.sql("select count(*) from " + table).query(Long.class).single();
    }

    @Test
    void doesNotCrossThreads() {
        runner().run(context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                context.getBean(Orders.class).place("order-1");
                context.getBean(Writer.class).later("order-2").join();
                status.setRollbackOnly();
            });
            Table table = new Table("外面的事务回滚了", "");
            table.row("同一个线程写的 order-1", exists(jdbc, "order-1")).row("@Async 写的 order-2", exists(jdbc, "order-2"));
            Recording.check("cross-threads.txt", table.toString());
        });
    }

    private static String exists(JdbcClient jdbc, String id) {
        return jdbc.sql("select count(*) from book_order where id = ?").param(id).query(Long.class).single() == 1 ? "在" : "不在";
    }

    @Test
    void listenerWrites() {
        Table table = new Table("提交之后，监听器里写一行", "真的写进去了");
        for (Class<?> listener : new Class<?>[] {JoinsAndFails.class, Anew.class}) {
            runner(listener).run(context -> {
                context.getBean(Orders.class).place("order-1");
                table.row(listener == Anew.class ? "JDBC，REQUIRES_NEW" : "JDBC，REQUIRED（默认）",
                        count(context.getBean(JdbcClient.class), "mail") == 1 ? "是" : "否");
            });
        }
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class))
                .withUserConfiguration(Jpa.class)
                .withPropertyValues("spring.datasource.generate-unique-name=true").run(context -> {
            for (boolean anew : new boolean[] {false, true}) {
                JpaListener listener = context.getBean(JpaListener.class);
                listener.anew = anew;
                context.getBean(TransactionTemplate.class).executeWithoutResult(status ->
                        context.publishEvent(new OrderPlaced("jpa-" + anew)));
                long rows = context.getBean(TransactionTemplate.class).execute(status -> context
                        .getBean(EntityManager.class).createQuery("select count(m) from JpaMail m where m.id = :id", Long.class)
                        .setParameter("id", "jpa-" + anew).getSingleResult());
                table.row(anew ? "JPA，REQUIRES_NEW" : "JPA，REQUIRED（默认）", rows == 1 ? "是" : "否");
            }
        });
        Recording.check("listener-writes.txt", table.toString());
    }

    /** A listener without a thread of its own, and what it does after the commit. */
    public static class AfterCommit {
        private Runnable work = () -> { };

        @TransactionalEventListener
        public void on(OrderPlaced order) {
            work.run();
        }
    }

    @Test
    void whatJpaDoesAfterTheCommit() {
        AsyncTests.withLog("org.springframework.transaction.support.TransactionSynchronizationUtils", events ->
                new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class))
                        .withUserConfiguration(Jpa.class, AfterCommit.class)
                        .withPropertyValues("spring.datasource.generate-unique-name=true").run(context -> {
                    JpaWriter writer = context.getBean(JpaWriter.class);
                    AfterCommit listener = context.getBean(AfterCommit.class);
                    TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
                    // 自动编号的也一样：没有异常，也没有数据
                    listener.work = () -> writer.numbered(false);
                    transaction.executeWithoutResult(status -> context.publishEvent(new OrderPlaced("order-1")));
                    assertThat(events).isEmpty();
                    assertThat(transaction.<Long>execute(status -> context.getBean(EntityManager.class)
                            .createQuery("select count(m) from NumberedMail m", Long.class).getSingleResult())).isZero();
                    // 非要马上写的：日志里有一条 ERROR
                    for (Runnable work : List.<Runnable>of(() -> writer.numbered(true), writer::query)) {
                        listener.work = work;
                        transaction.executeWithoutResult(status -> context.publishEvent(new OrderPlaced("order-2")));
                        assertThat(events.removeLast().getThrowableProxy().getMessage()).isNotNull();
                    }
                }));
    }

    /** As open-in-view binds it to the thread of a request: what was persisted too late waits for the next commit. */
    @Test
    void theNextTransactionOfTheSameEntityManagerWritesIt() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class))
                .withUserConfiguration(Jpa.class, AfterCommit.class)
                .withPropertyValues("spring.datasource.generate-unique-name=true").run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            JdbcClient jdbc = JdbcClient.create(context.getBean(DataSource.class));
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            context.getBean(AfterCommit.class).work = () -> context.getBean(JpaWriter.class).join("late");
            try (EntityManager entities = factory.createEntityManager()) {
                TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entities));
                try {
                    transaction.executeWithoutResult(status -> context.publishEvent(new OrderPlaced("order-1")));
                    assertThat(jdbc.sql("select id from jpa_mail").query(String.class).list()).doesNotContain("late");
                    transaction.executeWithoutResult(status -> { });
                    assertThat(jdbc.sql("select id from jpa_mail").query(String.class).list()).contains("late");
                }
                finally {
                    TransactionSynchronizationManager.unbindResource(factory);
                }
            }
        });
    }

    @Test
    void listenerFails() {
        AsyncTests.withLog("org.springframework.transaction.support.TransactionSynchronizationUtils", events ->
                runner(Fails.class).run(context -> {
                    assertThat(catchThrowable(() -> context.getBean(Orders.class).place("order-1"))).isNull();
                    assertThat(count(context.getBean(JdbcClient.class), "book_order")).isEqualTo(1);
                    assertThat(events).singleElement().satisfies(event -> {
                        assertThat(event.getLevel().toString()).isEqualTo("ERROR");
                        assertThat(event.getFormattedMessage())
                                .isEqualTo("TransactionSynchronization.afterCompletion threw exception");
                    });
                }));
    }

    public static class Elsewhere {
        @Async
        @TransactionalEventListener
        public void on(OrderPlaced order) {
        }
    }

    @Test
    void rejectedListener() {
        AsyncTests.withLog("org.springframework.transaction.support.TransactionSynchronizationUtils", events ->
                runner(Elsewhere.class).withPropertyValues("spring.task.execution.pool.core-size=1",
                        "spring.task.execution.pool.max-size=1", "spring.task.execution.pool.queue-capacity=0").run(context -> {
                    CountDownLatch open = new CountDownLatch(1);
                    context.getBean(AsyncTaskExecutor.class).execute(() -> {
                        try {
                            open.await();
                        }
                        catch (InterruptedException ex) {
                            Thread.currentThread().interrupt();
                        }
                    });
                    assertThat(catchThrowable(() -> context.getBean(Orders.class).place("order-1"))).isNull();
                    assertThat(count(context.getBean(JdbcClient.class), "book_order")).isEqualTo(1);
                    assertThat(events).singleElement().satisfies(event -> assertThat(event.getThrowableProxy().getClassName())
                            .isEqualTo(TaskRejectedException.class.getName()));
                    open.countDown();
                }));
    }

    @Test
    void wrongPropagation() {
        runner(WrongPropagation.class).run(context -> {
            assertThat(context).hasFailed();
            Recording.check("wrong-propagation.txt", context.getStartupFailure());
        });
    }

    public static class AsyncJoins {
        @Async
        @Transactional
        @TransactionalEventListener
        public void on(OrderPlaced order) {
        }
    }

    @Transactional
    public static class JoinsByItsClass {
        @Async
        @TransactionalEventListener
        public void on(OrderPlaced order) {
        }
    }

    public static class AsyncAnew {
        @Async
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @TransactionalEventListener
        public void on(OrderPlaced order) {
        }
    }

    @Test
    void asyncDoesNotChangeTheRestriction() {
        for (Class<?> listener : new Class<?>[] {AsyncJoins.class, JoinsByItsClass.class}) {
            runner(listener).run(context -> assertThat(context).getFailure().rootCause()
                    .hasMessageContaining("unless when declared as REQUIRES_NEW or NOT_SUPPORTED"));
        }
        runner(AsyncAnew.class).run(context -> assertThat(context).hasNotFailed());
    }

    public static class AsyncJpaListener {
        private final JpaWriter writer;
        private final AtomicReference<Thread> thread = new AtomicReference<>();

        public AsyncJpaListener(JpaWriter writer) {
            this.writer = writer;
        }

        @Async
        @TransactionalEventListener
        public void on(OrderPlaced order) {
            thread.set(Thread.currentThread());
            writer.join(order.orderId());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync(proxyTargetClass = true)
    @EntityScan(basePackageClasses = JpaMail.class)
    @Import(ExecutorTests.CallerRuns.class)
    static class AsyncJpa {
        @Bean
        JpaWriter jpaWriter(EntityManager entities) {
            return new JpaWriter(entities);
        }

        @Bean
        AsyncJpaListener asyncJpaListener(JpaWriter writer) {
            return new AsyncJpaListener(writer);
        }
    }

    @Test
    void callerRunsLosesWhatTheListenerWrites() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class, TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(AsyncJpa.class)
                .withPropertyValues("spring.datasource.generate-unique-name=true", "spring.task.execution.pool.core-size=1",
                        "spring.task.execution.pool.max-size=1", "spring.task.execution.pool.queue-capacity=0").run(context -> {
            CountDownLatch open = new CountDownLatch(1);
            context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class).execute(() -> {
                try {
                    open.await();
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            transaction.executeWithoutResult(status -> context.publishEvent(new OrderPlaced("order-1")));
            AsyncJpaListener listener = AopTestUtils.getTargetObject(context.getBean(AsyncJpaListener.class));
            assertThat(listener.thread.get()).isSameAs(Thread.currentThread());
            assertThat(mails(context)).isZero();
            open.countDown(); // now the pool is free
            await().until(() -> context.getBean(ThreadPoolTaskExecutor.class).getActiveCount() == 0);
            transaction.executeWithoutResult(status -> context.publishEvent(new OrderPlaced("order-2")));
            await().until(() -> mails(context) == 1);
            assertThat(listener.thread.get()).isNotSameAs(Thread.currentThread());
        });
    }

    private static long mails(ApplicationContext context) {
        return context.getBean(TransactionTemplate.class).execute(status -> context.getBean(EntityManager.class)
                .createQuery("select count(m) from JpaMail m", Long.class).getSingleResult());
    }

    @Test
    void requiresNewNeedsASecondConnection() {
        AsyncTests.withLog("org.springframework.transaction.support.TransactionSynchronizationUtils", events ->
                runner(Anew.class).withPropertyValues("spring.datasource.hikari.maximum-pool-size=1",
                        "spring.datasource.hikari.connection-timeout=250").run(context -> {
                    assertThat(catchThrowable(() -> context.getBean(Orders.class).place("order-1"))).isNull();
                    JdbcClient jdbc = context.getBean(JdbcClient.class);
                    assertThat(count(jdbc, "book_order")).isEqualTo(1);
                    assertThat(count(jdbc, "mail")).isZero();
                    assertThat(events).singleElement().satisfies(event -> assertThat(event.getThrowableProxy().getClassName())
                            .isEqualTo(CannotCreateTransactionException.class.getName()));
                }));
    }

    @Configuration(proxyBeanMethods = false)
    static class StopsFirst {

        // region stops-first
        @Bean
        static BeanFactoryPostProcessor executorStopsFirst() {
            // 依赖别人的先关：等任务做完，再关数据源
            return beans -> beans.getBeanDefinition("applicationTaskExecutor")
                    .setDependsOn("dataSource");
        }
        // endregion stops-first
    }

    @Configuration(proxyBeanMethods = false)
    static class StopsBeforeJpa {

        @Bean
        static BeanFactoryPostProcessor executorStopsFirst() {
            return beans -> beans.getBeanDefinition("applicationTaskExecutor").setDependsOn("entityManagerFactory");
        }
    }

    private static final String[] AWAIT = {"spring.task.execution.shutdown.await-termination=true",
        "spring.task.execution.shutdown.await-termination-period=20s"};

    /** What a task gets that writes once what it writes to is closed, or after a second in which that did not happen. */
    private static Throwable writesWhileClosing(ApplicationContextRunner runner, boolean closes,
            Function<ApplicationContext, BooleanSupplier> closed, Function<ApplicationContext, Runnable> write) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        runner.run(context -> {
            BooleanSupplier isClosed = closed.apply(context);
            Runnable writes = write.apply(context);
            CountDownLatch started = new CountDownLatch(1);
            context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class).execute(() -> {
                started.countDown();
                try {
                    long limit = System.nanoTime() + Duration.ofSeconds(closes ? 15 : 1).toNanos();
                    while (!isClosed.getAsBoolean() && System.nanoTime() < limit) {
                        Thread.sleep(10);
                    }
                    writes.run();
                }
                catch (Throwable ex) {
                    failure.set(ex);
                }
                ended.countDown();
            });
            started.await();
        });
        assertThat(ended.getCount()).as("等到了任务结束").isZero();
        return failure.get();
    }

    @Test
    void theDataSourceClosesBeforeTheTasksThatAreWaitedFor() {
        Function<ApplicationContext, BooleanSupplier> closed = context -> context.getBean(HikariDataSource.class)::isClosed;
        Function<ApplicationContext, Runnable> write = context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            return () -> jdbc.sql("insert into mail (order_id) values ('order-1')").update();
        };
        for (boolean virtual : new boolean[] {false, true}) {
            ApplicationContextRunner awaits = runner().withPropertyValues(AWAIT).withPropertyValues("spring.threads.virtual.enabled=" + virtual);
            assertThat(writesWhileClosing(awaits, true, closed, write)).rootCause().hasMessageMatching("HikariDataSource .* has been closed\\.");
            assertThat(writesWhileClosing(awaits.withUserConfiguration(StopsFirst.class), false, closed, write)).isNull();
        }
        // 默认的做法：先等，再关
        ApplicationContextRunner byDefault = runner().withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class));
        assertThat(writesWhileClosing(byDefault, false, closed, write)).isNull();
    }

    @Test
    void jpaClosesBeforeTheTasksThatAreWaitedFor() {
        ApplicationContextRunner awaits = new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class, TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(Jpa.class).withPropertyValues("spring.datasource.generate-unique-name=true").withPropertyValues(AWAIT);
        Function<ApplicationContext, BooleanSupplier> closed = context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            return () -> !factory.isOpen();
        };
        Function<ApplicationContext, Runnable> write = context -> {
            JpaWriter writer = context.getBean(JpaWriter.class);
            return () -> writer.join("late");
        };
        assertThat(writesWhileClosing(awaits, true, closed, write)).isNotNull();
        assertThat(writesWhileClosing(awaits.withUserConfiguration(StopsFirst.class), true, closed, write)).isNotNull();
        assertThat(writesWhileClosing(awaits.withUserConfiguration(StopsBeforeJpa.class), false, closed, write)).isNull();
    }

    public static class Fallback {
        int calls;

        @TransactionalEventListener(fallbackExecution = true)
        public void on(OrderPlaced order) {
            calls++;
        }
    }

    @Test
    void fallbackExecution() {
        runner(Fallback.class).run(context -> {
            context.publishEvent(new OrderPlaced("order-1"));
            assertThat(context.getBean(Fallback.class).calls).isEqualTo(1);
        });
    }

    @Test
    void withoutTransaction() {
        runner(Counting.class).run(context -> {
            context.publishEvent(new OrderPlaced("order-1"));
            assertThat(context.getBean(Counting.class).calls).isZero();
            context.getBean(Orders.class).place("order-2");
            assertThat(context.getBean(Counting.class).calls).isEqualTo(1);
        });
    }
}

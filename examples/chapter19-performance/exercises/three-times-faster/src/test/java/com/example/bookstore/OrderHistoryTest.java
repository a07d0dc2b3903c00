package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@Timeout(60)
class OrderHistoryTest {

    /** Counts the statements; each takes a millisecond to get to the database. */
    private static final class Counted extends DelegatingDataSource {

        private final AtomicInteger statements = new AtomicInteger();

        Counted(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            return (Connection) counted(Connection.class, super.getConnection());
        }

        private Object counted(Class<?> type, Object target) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                if (method.getName().startsWith("execute")) {
                    statements.incrementAndGet();
                    Thread.sleep(1);
                }
                try {
                    Object result = method.invoke(target, arguments);
                    return result instanceof PreparedStatement ? counted(PreparedStatement.class, result)
                            : result instanceof Statement ? counted(Statement.class, result) : result;
                }
                catch (InvocationTargetException ex) {
                    throw ex.getCause();
                }
            });
        }
    }

    private Counted database;
    private OrderHistory history;

    @BeforeEach
    void fill() {
        DataSource source = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcClient jdbc = JdbcClient.create(source);
        jdbc.sql("create table book (isbn varchar(13) primary key, title varchar(40) not null)").update();
        jdbc.sql("create table book_order (id int primary key, customer varchar(20) not null)").update();
        jdbc.sql("create table order_line (order_id int not null, isbn varchar(13) not null)").update();
        jdbc.sql("insert into book select x, '书 ' || char(64 + x) from system_range(1, 26)").update();
        // Titles that are put together to one text and taken apart again would become two. Sorted by title this one is
        // before '2', whose isbn is the smaller.
        jdbc.sql("insert into book values ('27', '书 A, 上册|下册')").update();
        // Customer li has twenty orders of three books, wang three: one with the same book twice, one without books.
        jdbc.sql("insert into book_order select x, 'li' from system_range(1, 20)").update();
        jdbc.sql("insert into order_line select o.x, mod(o.x * 7 + l.x * 5, 26) + 1 from system_range(1, 20) o, system_range(1, 3) l")
                .update();
        jdbc.sql("insert into book_order values (101, 'wang'), (102, 'wang'), (103, 'wang')").update();
        jdbc.sql("insert into order_line values (101, '3'), (101, '1'), (101, '3'), (103, '27'), (103, '2')").update();
        jdbc.sql("insert into book_order values (201, 'O''Neil')").update();
        database = new Counted(source);
        history = new OrderHistory(JdbcClient.create(database));
    }

    @Test
    @DisplayName("内容不变：新的在前，书名排好，同一本书两次，没有书的订单也在")
    void same() {
        assertThat(history.of("wang")).containsExactly(new OrderHistory.Order(103, List.of("书 A, 上册|下册", "书 B")),
                new OrderHistory.Order(102, List.of()), new OrderHistory.Order(101, List.of("书 A", "书 C", "书 C")));
        assertThat(history.of("li")).hasSize(20).allMatch(order -> order.titles().size() == 3)
                .extracting(OrderHistory.Order::id).startsWith(20, 19).endsWith(1);
        assertThat(history.of("nobody")).isEmpty();
        assertThat(history.of("O'Neil")).containsExactly(new OrderHistory.Order(201, List.of()));
    }

    @Test
    @DisplayName("看过之后上架一本新书，又下了一单：再看就在最前面")
    void orderedSince() {
        assertThat(history.of("wang")).hasSize(3);
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql("insert into book values ('28', '书 新')").update();
        jdbc.sql("insert into book_order values (104, 'wang')").update();
        jdbc.sql("insert into order_line values (104, '28')").update();
        assertThat(history.of("wang")).hasSize(4).first().isEqualTo(new OrderHistory.Order(104, List.of("书 新")));
    }

    @Test
    @DisplayName("语句数不随订单变多：三张订单与二十张订单都不超过两条")
    void statements() {
        history.of("li");
        assertThat(database.statements.get()).as("二十张订单用的语句").isLessThanOrEqualTo(2);
        database.statements.set(0);
        history.of("wang");
        assertThat(database.statements.get()).as("三张订单用的语句").isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("与一条一条地问相比，快三倍以上")
    void threeTimesFaster() {
        JdbcClient jdbc = JdbcClient.create(database);
        double[] ratios = new double[7];
        for (int i = 0; i < ratios.length; i++) {
            long start = System.nanoTime();
            // What the page took before: one statement for the orders, one for each order, one for each book.
            for (int statement = 0; statement < 1 + 20 + 60; statement++) {
                jdbc.sql("select 1").query(Integer.class).single();
            }
            long middle = System.nanoTime();
            history.of("li");
            ratios[i] = (double) (middle - start) / (System.nanoTime() - middle);
        }
        java.util.Arrays.sort(ratios);
        assertThat(ratios[ratios.length / 2]).as("快了几倍").isGreaterThan(3);
    }

    @Test
    @DisplayName("八位顾客同时看，谁也不会看到别人的订单")
    void together() throws Exception {
        List<OrderHistory.Order> li = history.of("li");
        List<OrderHistory.Order> wang = history.of("wang");
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<List<OrderHistory.Order>>> pages = IntStream.range(0, 16)
                    .mapToObj(i -> threads.submit(() -> history.of(i % 2 == 0 ? "li" : "wang"))).toList();
            for (int i = 0; i < pages.size(); i++) {
                assertThat(pages.get(i).get()).isEqualTo(i % 2 == 0 ? li : wang);
            }
        }
    }
}

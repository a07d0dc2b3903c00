package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookEntities;
import com.example.bookstore.catalog.BookEntity;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.order.Order;
import com.example.bookstore.order.OrderRepository;
import com.example.bookstore.order.StockMovement;
import com.example.bookstore.support.OnH2;
import com.example.bookstore.support.SqlLog;
import jakarta.persistence.EntityManager;
import org.hibernate.LazyInitializationException;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** How many statements reach the driver, and which. */
@OnH2
class StatementCountTest {

    @Autowired
    OrderRepository orders;
    @Autowired
    BookEntities books;
    @Autowired
    JdbcBookRepository catalog;
    @Autowired
    EntityManager entityManager;
    @Autowired
    TransactionTemplate transaction;
    @Autowired
    JdbcClient jdbc;
    @Autowired
    SqlLog sql;

    /** Ten orders, each of three lines with the same three books. */
    @BeforeEach
    void tenOrders() {
        List.of("order_line", "purchase_order", "book", "stock_movement")
                .forEach(table -> jdbc.sql("delete from " + table).update());
        jdbc.sql("alter table purchase_order alter column id restart with 1").update();
        List<Long> ids = IntStream.range(0, 3)
                .mapToObj(i -> catalog.save(Book.create("978711100010" + i, "书 " + i, "10", 9)).id())
                .toList();
        transaction.executeWithoutResult(status -> IntStream.range(0, 10).forEach(i -> {
            Order order = new Order("读者 " + i);
            books.findAllById(ids).forEach(book -> order.add(book, 1));
            orders.save(order);
        }));
    }

    /** Reads what a list page shows: every order with the titles of its books. */
    private static int titles(List<Order> orders) {
        return orders.stream().flatMap(order -> order.getLines().stream())
                .mapToInt(line -> line.getBook().getTitle().length()).sum();
    }

    private List<String> inTransaction(Runnable action) {
        return sql.during(() -> transaction.executeWithoutResult(status -> action.run()));
    }

    @Test
    @DisplayName("N+1：10 张订单、3 种书，14 条语句；四种改法各几条")
    void nPlusOne() {
        List<String> lazy = inTransaction(() -> titles(orders.findAll()));
        List<String> joinFetch = inTransaction(() -> titles(orders.findAllWithLines()));
        List<String> entityGraph = inTransaction(() -> titles(orders.findAllByOrderById()));
        List<String> batchFetch = inTransaction(() -> {
            entityManager.unwrap(Session.class).setFetchBatchSize(50);
            titles(orders.findAll());
        });
        List<String> projection = inTransaction(() -> orders.summaries());

        assertThat(lazy).hasSize(1 + 10 + 3);
        assertThat(joinFetch).hasSize(1);
        assertThat(entityGraph).hasSize(1);
        assertThat(batchFetch).hasSize(1 + 1 + 1);
        assertThat(projection).hasSize(1);
        Recording.check("n-plus-one.txt", """
                懒加载：%d 条
                join fetch：%d 条
                @EntityGraph：%d 条
                批量抓取（batch fetch）：%d 条
                只查需要的列（投影）：%d 条
                """.formatted(lazy.size(), joinFetch.size(), entityGraph.size(), batchFetch.size(),
                projection.size()));
        Recording.check("n-plus-one-sql.txt", String.join("\n", lazy.subList(0, 6)) + "\n…");
    }

    @Test
    @DisplayName("投影：没有明细的订单，总册数是 0")
    void summaryOfAnEmptyOrder() {
        orders.save(new Order("没有买书"));
        assertThat(orders.summaries()).last()
                .satisfies(summary -> assertThat(summary.getCopies()).isZero());
    }

    @Test
    @DisplayName("接口的断言：列出订单，读遍书名，只发一条")
    void oneStatement() {
        // region one-statement
        List<String> calls = inTransaction(() -> titles(orders.findAllWithLines()));
        assertThat(calls).hasSize(1);
        // endregion one-statement
    }

    @Test
    @DisplayName("事务外碰懒加载的集合：LazyInitializationException")
    void lazyInitialization() {
        Order order = orders.findById(orders.findAll().getFirst().getId()).orElseThrow();
        Throwable thrown = catchThrowable(() -> order.getLines().size());
        assertThat(thrown).isInstanceOf(LazyInitializationException.class);
        Recording.check("lazy-initialization.txt", thrown);
    }

    @Test
    @DisplayName("@Lock(PESSIMISTIC_WRITE)：H2 上 SQL 末尾是 for update")
    void pessimisticLock() {
        long id = books.findAll().getFirst().getId();
        assertThat(inTransaction(() -> books.findLockedById(id)))
                .singleElement().asString().endsWith("for update");
    }

    @Test
    @DisplayName("hibernate.jdbc.batch_size=50：序列主键分两批，自增主键一条也批不了")
    void batchInserts() {
        List<String> identity = inTransaction(() -> IntStream.range(0, 100).forEach(i ->
                entityManager.persist(new Order("批量"))));
        List<String> sequence = inTransaction(() -> IntStream.range(0, 100).forEach(i ->
                entityManager.persist(new StockMovement(1, 1))));

        assertThat(identity).hasSize(100);
        assertThat(sequence).filteredOn(call -> call.contains("insert")).hasSize(2);
        Recording.check("batch-jpa.txt", "自增主键：%d 次调用，每次一行%n序列主键：%n%s".formatted(identity.size(),
                String.join("\n", sequence)));
    }

    @Test
    @DisplayName("审计：新建时四个字段都填，修改时只动后两个；只加明细不算修改；批量 JPQL 更新绕过审计")
    void auditing() {
        Order created = orders.save(new Order("小明"));
        assertThat(created.getCreatedBy()).isEqualTo("system");
        assertThat(created.getUpdatedAt()).isEqualTo(created.getCreatedAt());

        created.setCustomer("小明明");
        Order updated = orders.save(created);
        assertThat(updated.getCreatedAt()).isEqualTo(created.getCreatedAt());
        assertThat(updated.getUpdatedAt()).isAfter(updated.getCreatedAt());

        transaction.executeWithoutResult(status -> orders.findById(created.getId()).orElseThrow()
                .add(books.findAll().getFirst(), 1));
        assertThat(orders.findById(created.getId()).orElseThrow().getUpdatedAt())
                .as("只加一行明细").isEqualTo(updated.getUpdatedAt());

        transaction.executeWithoutResult(status -> orders.rename(created.getId(), "小红"));
        Order renamed = orders.findById(created.getId()).orElseThrow();
        assertThat(renamed.getCustomer()).isEqualTo("小红");
        assertThat(renamed.getUpdatedAt()).isEqualTo(updated.getUpdatedAt());
    }

    @Test
    @DisplayName("混用：JPA 没 flush，JDBC 看不见；JDBC 改了，JPA 拿着旧的")
    void mixed() {
        long id = catalog.save(Book.create("9787111000110", "旧书名", "10", 1)).id();
        transaction.executeWithoutResult(status -> {
            BookEntity entity = books.findById(id).orElseThrow();
            entity.setTitle("JPA 改的");
            assertThat(title(id)).isEqualTo("旧书名"); // not flushed yet
            entityManager.flush();
            assertThat(title(id)).isEqualTo("JPA 改的");

            jdbc.sql("update book set title = 'JDBC 改的' where id = ?").param(id).update();
            assertThat(books.findById(id).orElseThrow().getTitle()).isEqualTo("JPA 改的");
            entityManager.refresh(entity);
            assertThat(books.findById(id).orElseThrow().getTitle()).isEqualTo("JDBC 改的");
        });
    }

    @Test
    @DisplayName("N+1 回来了，而测试里没有读明细与书名：还是一条，断言看不出来；读了才是十四条")
    void unreadLinesHideNPlusOne() {
        assertThat(inTransaction(() -> orders.findAll())).hasSize(1);
        assertThat(inTransaction(() -> titles(orders.findAll()))).hasSize(1 + 10 + 3);
    }

    private String title(long id) {
        return jdbc.sql("select title from book where id = ?").param(id).query(String.class).single();
    }
}

package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookEntities;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.order.Order;
import com.example.bookstore.order.OrderRepository;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import com.example.bookstore.support.SqlLog;
import com.example.bookstore.support.TestDatabase;
import com.example.bookstore.support.Warnings;
import jakarta.persistence.EntityManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class PageWithFetchTest {

    @ParameterizedTest
    @EnumSource(Database.class)
    @DisplayName("分页 + 抓取集合：Hibernate 把分页放进子查询，一条语句取齐")
    void pageWithCollectionFetch(Database database) {
        var context = Application.on(database);
        OrderRepository orders = context.getBean(OrderRepository.class);
        SqlLog sql = context.getBean(SqlLog.class);
        fiveOrdersOfTwoLines(context);

        List<String> statements = sql.during(() -> assertThat(
                orders.findByCustomerStartingWith("读者",
                        PageRequest.of(0, 2, Sort.by("id"))))
                .extracting(order -> order.getLines().size()).containsExactly(2, 2));

        assertThat(statements).singleElement().asString().contains("from (select ", switch (database) {
            case H2, POSTGRESQL -> "offset ? rows fetch first ? rows only) o1_0(id";
            case MARIADB -> "limit ?,?) o1_0 left join";
        });
        if (database == Database.POSTGRESQL) {
            Recording.check("page-with-fetch-postgresql.txt", statements.getFirst()
                    .replaceAll(" (from|left join|where|offset|limit|fetch first|order by)\\b", "\n$1"));
        }
    }

    @Test
    @DisplayName("返回 Slice 的方法多取一张订单，才知道有没有下一页：一页两张，取了三张，不是五张")
    void oneMore() {
        var context = Application.on(Database.H2);
        fiveOrdersOfTwoLines(context);

        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            Slice<Order> page = context.getBean(OrderRepository.class)
                    .findByCustomerStartingWith("读者", PageRequest.of(0, 2, Sort.by("id")));
            assertThat(page).hasSize(2);
            assertThat(page.hasNext()).isTrue();
            assertThat(ordersInMemory(context)).hasSize(3);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("按集合里的列排序，五张订单全读进内存：写在查询里的会警告、也拦得住，写成 Sort 的都没有")
    void sortedByTheCollection(boolean fail) {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class, SqlLog.class)
                .initializers(new TestDatabase())
                .properties("spring.jpa.properties."
                        + "hibernate.query.fail_on_pagination_over_collection_fetch=" + fail)
                .run()) {
            fiveOrdersOfTwoLines(context);
            EntityManager entityManager = context.getBean(EntityManager.class);

            List<String> warnings = Warnings.during(() -> {
                ThrowingCallable query = () -> readsAll(context, () -> entityManager.createQuery("""
                        select o from Order o left join fetch o.lines l order by l.quantity
                        """, Order.class).setMaxResults(2).getResultList());
                if (fail) {
                    assertThatThrownBy(query).hasMessageContaining(
                            "fail_on_pagination_over_collection_fetch");
                }
                else {
                    assertThatCode(query).doesNotThrowAnyException();
                }
            });
            if (fail) {
                assertThat(warnings).isEmpty();
            }
            else {
                assertThat(warnings).singleElement().asString().startsWith("HHH90003004: ");
            }

            assertThat(Warnings.during(() -> readsAll(context, () -> context
                    .getBean(OrderRepository.class).findByCustomerStartingWith("读者",
                            PageRequest.of(0, 2, Sort.by("lines.quantity"))).getContent())))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("条件用到被抓取的集合：Hibernate 7.4 的子查询里没有那张表，SQL 报错")
    void conditionOnTheCollection() {
        var context = Application.on(Database.H2);
        fiveOrdersOfTwoLines(context);
        assertThatThrownBy(() -> context.getBean(TransactionTemplate.class).executeWithoutResult(status -> context
                .getBean(EntityManager.class).createQuery("""
                        select o from Order o join fetch o.lines l where l.quantity > 1 order by o.id
                        """, Order.class).setMaxResults(2).getResultList()))
                .rootCause().isInstanceOf(java.sql.SQLSyntaxErrorException.class)
                .hasMessageContaining("L1_0.QUANTITY");
    }

    /** Asks for a page of two, and gets it, but only after all five orders have come into memory. */
    private static void readsAll(ConfigurableApplicationContext context, Supplier<List<Order>> page) {
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            List<String> statements = context.getBean(SqlLog.class).during(
                    () -> assertThat(page.get()).hasSize(2).doesNotHaveDuplicates());
            assertThat(statements).singleElement().asString()
                    .contains("order by").doesNotContain("offset", "fetch first", "limit");
            assertThat(ordersInMemory(context)).hasSize(5);
        });
    }

    private static List<Order> ordersInMemory(ConfigurableApplicationContext context) {
        return context.getBean(EntityManager.class).unwrap(SessionImplementor.class)
                .getPersistenceContext().getEntitiesByKey().values().stream()
                .filter(Order.class::isInstance).map(Order.class::cast).toList();
    }

    private static void fiveOrdersOfTwoLines(ConfigurableApplicationContext context) {
        JdbcClient jdbc = context.getBean(JdbcClient.class);
        List.of("order_line", "purchase_order", "book")
                .forEach(table -> jdbc.sql("delete from " + table).update());
        long book = context.getBean(JdbcBookRepository.class)
                .save(Book.create("9787111000103", "书", "10", 9)).id();
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            for (int i = 0; i < 5; i++) {
                Order order = new Order("读者 " + i);
                order.add(context.getBean(BookEntities.class).getReferenceById(book), 1);
                order.add(context.getBean(BookEntities.class).getReferenceById(book), 2);
                context.getBean(OrderRepository.class).save(order);
            }
        });
    }
}

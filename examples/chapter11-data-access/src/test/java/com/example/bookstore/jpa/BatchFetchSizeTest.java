package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookEntities;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.order.Order;
import com.example.bookstore.order.OrderRepository;
import com.example.bookstore.support.OnH2;
import com.example.bookstore.support.SqlLog;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.support.TransactionTemplate;

@OnH2
@TestPropertySource(properties = "spring.jpa.properties.hibernate.default_batch_fetch_size=50")
class BatchFetchSizeTest {

    @Test
    @DisplayName("default_batch_fetch_size 写在配置里：懒加载的集合一次取一批，代码不改")
    void collectionsInOneStatement(@Autowired OrderRepository orders, @Autowired BookEntities books,
            @Autowired JdbcBookRepository catalog, @Autowired JdbcClient jdbc,
            @Autowired TransactionTemplate transaction, @Autowired SqlLog sql) {
        List.of("order_line", "purchase_order", "book")
                .forEach(table -> jdbc.sql("delete from " + table).update());
        long book = catalog.save(Book.create("9787111000103", "书", "10", 9)).id();
        transaction.executeWithoutResult(status -> IntStream.range(0, 10).forEach(i -> {
            Order order = new Order("读者 " + i);
            order.add(books.getReferenceById(book), 1);
            orders.save(order);
        }));

        List<String> statements = sql.during(() -> transaction.executeWithoutResult(status ->
                orders.findAll().forEach(order -> assertThat(order.getLines()).hasSize(1))));

        assertThat(statements).hasSize(1 + 1);
    }
}

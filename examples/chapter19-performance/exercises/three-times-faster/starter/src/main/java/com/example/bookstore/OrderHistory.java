package com.example.bookstore;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;

/** What a customer has ordered, the newest order first. */
public class OrderHistory {

    /** An order with its titles in alphabetical order. */
    public record Order(int id, List<String> titles) {
    }

    private final JdbcClient jdbc;

    public OrderHistory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region history
    /** 一位顾客的订单，新的在前；一本书也没有的订单，书名是空的。 */
    public List<Order> of(String customer) {
        return jdbc.sql("select id from book_order where customer = ? order by id desc")
                .param(customer).query(Integer.class).list().stream()
                .map(id -> new Order(id, titles(id))).toList();
    }

    private List<String> titles(int order) {
        return jdbc.sql("select isbn from order_line where order_id = ?")
                .param(order).query(String.class).list().stream()
                .map(isbn -> jdbc.sql("select title from book where isbn = ?")
                        .param(isbn).query(String.class).single())
                .sorted().toList();
    }
    // endregion history
}

package com.example.bookstore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        Map<Integer, List<String>> titles = new LinkedHashMap<>();
        // 左连接：没有书的订单也有一行，书名是 null
        jdbc.sql("""
                select o.id, b.title from book_order o
                left join order_line l on l.order_id = o.id
                left join book b on b.isbn = l.isbn
                where o.customer = ? order by o.id desc""")
                .param(customer).query(row -> {
                    List<String> ofOrder = titles.computeIfAbsent(
                            row.getInt("id"), id -> new ArrayList<>());
                    if (row.getString("title") != null) {
                        ofOrder.add(row.getString("title"));
                    }
                });
        return titles.entrySet().stream().map(order -> new Order(order.getKey(),
                order.getValue().stream().sorted().toList())).toList();
    }
    // endregion history
}

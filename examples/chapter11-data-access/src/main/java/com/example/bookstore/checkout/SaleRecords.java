package com.example.bookstore.checkout;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** 销售记录：一个订单号一行。 */
@Repository
public class SaleRecords {

    private final JdbcClient jdbc;

    SaleRecords(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(String orderNo, long bookId, int quantity) {
        jdbc.sql("""
                insert into sale (order_no, book_id, quantity)
                values (:orderNo, :bookId, :quantity)
                """)
                .param("orderNo", orderNo)
                .param("bookId", bookId)
                .param("quantity", quantity)
                .update();
    }

    public void deleteAll() {
        jdbc.sql("delete from sale").update();
    }

    public List<String> orderNumbers() {
        return jdbc.sql("select order_no from sale order by order_no")
                .query(String.class)
                .list();
    }
}

package com.example.bookstore;

import java.math.BigDecimal;

/** 等顾客确认的订单；价格是提出时数据库里的价格。 */
public record Proposal(long id, String customer, long bookId, String title, int quantity, BigDecimal yuan, String status) {

    public BigDecimal total() {
        return yuan.multiply(BigDecimal.valueOf(quantity));
    }
}

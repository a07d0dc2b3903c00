package com.example.bookstore;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class OrderController {

    private static final Logger log = LoggerFactory.getLogger(OrderController.class);

    private final JdbcClient jdbc;
    private final Duration paymentTime;

    OrderController(JdbcClient jdbc, @Value("${bookstore.payment-time}") Duration paymentTime) {
        this.jdbc = jdbc;
        this.paymentTime = paymentTime;
    }

    @PostMapping("/books/{id}/orders")
    @ResponseStatus(HttpStatus.CREATED)
    void order(@PathVariable long id) throws InterruptedException {
        jdbc.sql("select id from book where id = ?").param(id).query(Long.class).optional()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "没有这本书"));
        log.info("付款中");
        // 支付渠道要这么久才答复；这段时间里进程被杀，钱付了，订单没有
        Thread.sleep(paymentTime);
        jdbc.sql("insert into book_order (book_id) values (?)").param(id).update();
    }

    @GetMapping("/orders/count")
    long count() {
        return jdbc.sql("select count(*) from book_order").query(Long.class).single();
    }
}

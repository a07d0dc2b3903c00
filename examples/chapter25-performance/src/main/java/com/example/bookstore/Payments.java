package com.example.bookstore;

import java.util.NoSuchElementException;

import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/** Patient: waits for somebody else while it holds a connection. */
@Service
public class Payments {

    private final JdbcClient jdbc;
    private final PaymentGateway gateway;

    Payments(JdbcClient jdbc, PaymentGateway gateway) {
        this.jdbc = jdbc;
        this.gateway = gateway;
    }

    // region sick
    @Transactional
    public void pay(long orderId) {
        mark(orderId, "PAYING");
        // 事务还没有结束，连接一直借着
        gateway.charge(orderId);
        mark(orderId, "PAID");
    }
    // endregion sick

    // region cured
    public void payWithoutConnection(long orderId) {
        mark(orderId, "PAYING");
        try {
            // 这里手上没有连接；等多久由 read-timeout 管
            gateway.charge(orderId);
            mark(orderId, "PAID");
        }
        catch (RestClientException ex) {
            // 网关明说拒付（402），就是没有收；别的失败不等于没有收钱：记下来，稍后去查
            mark(orderId, declined(ex) ? "DECLINED" : "UNKNOWN");
            throw ex;
        }
    }
    // endregion cured

    private static boolean declined(RestClientException ex) {
        return ex instanceof HttpClientErrorException refused
                && refused.getStatusCode().isSameCodeAs(HttpStatus.PAYMENT_REQUIRED);
    }

    private void mark(long orderId, String status) {
        if (jdbc.sql("update orders set status = ? where id = ?").params(status, orderId).update() == 0) {
            throw new NoSuchElementException("没有订单 " + orderId);
        }
    }
}

package com.example.order;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.server.ResponseStatusException;

/** 下单。 */
@Service
public class Orders {

    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    private final CatalogClient catalog;
    private final Map<Long, Order> orders = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    Orders(CatalogClient catalog) {
        this.catalog = catalog;
    }

    public Order place(String isbn, int quantity) {
        if (isbn == null || !isbn.matches("\\d{13}")) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "ISBN 是 13 位数字");
        }
        if (quantity < 1 || quantity > 99) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "一次买 1 到 99 本");
        }
        Book book = book(isbn);
        Order order = new Order(ids.incrementAndGet(), isbn, book.title(), quantity,
                Math.multiplyExact(book.cents(), quantity));
        orders.put(order.id(), order);
        return order;
    }

    // region book
    private Book book(String isbn) {
        try {
            Book book = catalog.book(isbn);
            if (book == null || !isbn.equals(book.isbn())) {
                throw new IllegalStateException("目录服务给的不是这本书");
            }
            return book;
        }
        catch (HttpClientErrorException.NotFound ex) {
            // 目录服务好好的，是顾客给的书号不对
            throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT,
                    "没有这本书", ex);
        }
        catch (RestClientException | IllegalStateException | IllegalArgumentException ex) {
            // 超时、连不上、5xx、空的、读不懂、没有实例：不是顾客的错
            log.warn("查不到书 {}：{}", isbn, ex.getMessage());
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE,
                    "暂时不能下单", ex);
        }
    }
    // endregion book

    public Optional<Order> find(long id) {
        return Optional.ofNullable(orders.get(id));
    }
}

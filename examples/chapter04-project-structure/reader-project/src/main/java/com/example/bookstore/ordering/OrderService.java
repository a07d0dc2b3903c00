package com.example.bookstore.ordering;

import java.math.BigDecimal;
import java.util.Optional;

import com.example.bookstore.catalog.Catalog;
import org.springframework.stereotype.Service;

@Service
class OrderService {

    private final Catalog catalog;
    private final OrderRepository orders;

    OrderService(Catalog catalog, OrderRepository orders) {
        this.catalog = catalog;
        this.orders = orders;
    }

    /** 目录里没有这本书时为空。 */
    Optional<Order> place(String isbn, int quantity) {
        return catalog.priceOf(isbn)
                .map(price -> price.multiply(BigDecimal.valueOf(quantity)))
                .map(total -> orders.save(new Order(orders.nextId(), isbn, quantity, total)));
    }
}

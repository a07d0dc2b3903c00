package com.example.layered.service;

import java.math.BigDecimal;
import java.util.Optional;

import com.example.layered.model.Order;
import com.example.layered.repository.OrderRepository;
import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final BookService bookService;
    private final OrderRepository orders;

    public OrderService(BookService bookService, OrderRepository orders) {
        this.bookService = bookService;
        this.orders = orders;
    }

    /** 目录里没有这本书时为空。 */
    public Optional<Order> place(String isbn, int quantity, String message) {
        return bookService.priceOf(isbn)
                .map(price -> price.multiply(BigDecimal.valueOf(quantity)))
                .map(total -> orders.save(
                        new Order(orders.nextId(), isbn, quantity, total, message)));
    }
}

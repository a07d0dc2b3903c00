package com.example.bookstore.order;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.Catalog;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.server.ResponseStatusException;

// region orders
/** 订单模块：下单时到目录模块查书名和价格。 */
@Service
public class Orders {

    private final Catalog catalog;
    private final Map<Long, Order> orders = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    Orders(Catalog catalog) {
        this.catalog = catalog;
    }

    public Order place(String isbn, int quantity) {
        if (isbn == null || quantity < 1 || quantity > 99) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
                    "要有书号，一次买 1 到 99 本");
        }
        Book book = catalog.find(isbn).orElseThrow(() -> new ResponseStatusException(
                HttpStatus.UNPROCESSABLE_CONTENT, "没有这本书"));
        Order order = new Order(ids.incrementAndGet(), isbn, book.title(), quantity,
                book.cents() * quantity);
        orders.put(order.id(), order);
        return order;
    }
}
// endregion orders

package com.example.bookstore.orders;

import java.util.UUID;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** 书店的前台：查书问目录服务，下单还要问支付服务。对方读不了 JSON，就在做事之前返回 406。 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class OrderController {

    private final Catalog catalog;
    private final Payments payments;

    OrderController(Catalog catalog, Payments payments) {
        this.catalog = catalog;
        this.payments = payments;
    }

    record NewOrder(String isbn) {

        NewOrder {
            if (isbn == null || isbn.isBlank()) {
                throw new IllegalArgumentException("要有 isbn");
            }
        }
    }

    record Order(String id, String title, int cents) {
    }

    @GetMapping("/books/{isbn}")
    Catalog.Book book(@PathVariable String isbn) {
        return catalog.book(isbn);
    }

    // region place
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Order place(@RequestBody NewOrder order) {
        Catalog.Book book = catalog.book(order.isbn());
        String id = UUID.randomUUID().toString();
        payments.charge(id, book.cents());
        return new Order(id, book.title(), book.cents());
    }
    // endregion place
}

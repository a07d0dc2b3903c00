package com.example.bookstore.orders;

import com.example.bookstore.orders.OrderService.NewOrder;
import com.example.bookstore.orders.OrderService.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** 看书与下单。 */
@RestController
class OrderController {

    private final Catalog catalog;
    private final OrderService orders;

    OrderController(Catalog catalog, OrderService orders) {
        this.catalog = catalog;
        this.orders = orders;
    }

    @GetMapping("/books/{isbn}")
    Catalog.Book book(@PathVariable String isbn) {
        return catalog.find(isbn).orElseThrow(UnknownBookException::new);
    }

    // 写明返回 JSON：不收 JSON 的请求在下单之前就被挡住，不会下了单再得到 406
    @PostMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Order place(@RequestBody NewOrder wanted) {
        if (wanted.isbn() == null || wanted.copies() < 1 || wanted.copies() > 99) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "要有 isbn，copies 是 1 到 99");
        }
        return orders.place(wanted);
    }
}

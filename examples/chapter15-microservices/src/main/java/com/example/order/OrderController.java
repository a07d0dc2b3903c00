package com.example.order;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class OrderController {

    private final Orders orders;

    OrderController(Orders orders) {
        this.orders = orders;
    }

    record PlaceOrder(String isbn, int quantity) {
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Order place(@RequestBody PlaceOrder request) {
        return orders.place(request.isbn(), request.quantity());
    }

    /** 看自己的订单用不着目录服务。 */
    @GetMapping("/orders/{id}")
    Order order(@PathVariable long id) {
        return orders.find(id).orElseThrow(() -> new ResponseStatusException(
                HttpStatus.NOT_FOUND, "没有这张订单"));
    }
}

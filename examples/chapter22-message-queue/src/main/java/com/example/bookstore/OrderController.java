package com.example.bookstore;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final OrderEvents events;

    OrderController(OrderEvents events) {
        this.events = events;
    }

    // region post
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void place(@RequestBody OrderPlaced order) {
        // 等 Kafka 说收下了再答复顾客
        events.placed(order).join();
    }
    // endregion post
}

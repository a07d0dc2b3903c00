package com.example.bookstore.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import com.example.bookstore.mail.SlowMail;
import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.messaging.OrderPlaced;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class OrderController {

    private final AtomicLong ids = new AtomicLong();
    private final List<OrderPlaced> orders = new CopyOnWriteArrayList<>();
    private final SlowMail mail;
    private final RabbitTemplate rabbit;

    OrderController(SlowMail mail, RabbitTemplate rabbit) {
        this.mail = mail;
        this.rabbit = rabbit;
    }

    // region slow
    @PostMapping("/orders/slow")
    @ResponseStatus(HttpStatus.CREATED)
    OrderPlaced placeAndMail(@RequestBody NewOrder request) {
        OrderPlaced order = accept(request);
        mail.send(order); // 顾客在等这一行
        return order;
    }
    // endregion slow

    // region fast
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    OrderPlaced place(@RequestBody NewOrder request) {
        OrderPlaced order = accept(request);
        rabbit.convertAndSend(Messaging.ORDERS, Messaging.PLACED, order);
        return order;
    }
    // endregion fast

    @GetMapping("/orders")
    List<OrderPlaced> orders() {
        return orders;
    }

    private OrderPlaced accept(NewOrder request) {
        if (request.email() == null || request.email().isBlank() || request.book() == null
                || request.book().isBlank() || request.cents() < 0) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        }
        OrderPlaced order = new OrderPlaced(ids.incrementAndGet(), request.email(), request.book(), request.cents());
        orders.add(order);
        return order;
    }
}

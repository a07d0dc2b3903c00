package com.example.bookstore.order;

import java.time.Clock;
import java.time.Instant;

import com.example.bookstore.catalog.Books;
import com.fasterxml.jackson.annotation.JsonFormat;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
public class OrderController {

    public record OrderRequest(long bookId, int quantity) {
    }

    // region response
    public record OrderResponse(
            // highlight-next-line
            @JsonFormat(shape = JsonFormat.Shape.STRING)
            @Schema(type = "string") long id,
            long bookId, int quantity, Order.Status status, Instant createdAt) {

        static OrderResponse from(Order order) {
            return new OrderResponse(order.id(), order.bookId(), order.quantity(),
                    order.status(), order.createdAt());
        }
    }
    // endregion response

    private final Orders orders;
    private final Books books;
    private final Clock clock;

    public OrderController(Orders orders, Books books, Clock clock) {
        this.orders = orders;
        this.books = books;
        this.clock = clock;
    }

    // region create
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    public ResponseEntity<OrderResponse> create(@RequestBody OrderRequest request,
            UriComponentsBuilder uri) {
        if (books.findById(request.bookId()).isEmpty()) {
            throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT,
                    "没有编号为 " + request.bookId() + " 的书");
        }
        Order order = orders.add(request.bookId(), request.quantity(),
                Order.Status.PLACED, clock.instant());
        return ResponseEntity.created(uri.path("/orders/{id}").build(order.id()))
                .body(OrderResponse.from(order));
    }
    // endregion create

    @GetMapping("/{id}")
    public OrderResponse get(@PathVariable @Schema(type = "string") long id) {
        return orders.findById(id).map(OrderResponse::from)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    // region cancel
    /** “取消”也是一个资源：PUT 它，做一次和做两次结果一样。 */
    @PutMapping("/{id}/cancellation")
    @ApiResponse(responseCode = "200", description = "已取消，或早已取消")
    @ApiResponse(responseCode = "409", description = "已发货", content = @Content)
    public OrderResponse cancel(@PathVariable @Schema(type = "string") long id) {
        Order order = orders.cancel(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        if (order.status() == Order.Status.SHIPPED) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "已发货的订单不能取消");
        }
        return OrderResponse.from(order);
    }
    // endregion cancel
}

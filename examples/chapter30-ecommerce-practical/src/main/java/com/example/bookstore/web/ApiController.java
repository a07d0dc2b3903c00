package com.example.bookstore.web;

import java.net.URI;
import java.util.Map;

import com.example.bookstore.orders.Checkout;
import com.example.bookstore.orders.NewOrder;
import com.example.bookstore.orders.Order;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.orders.Orders;
import com.example.bookstore.payment.ProviderClient;
import com.example.bookstore.reconcile.Reconciliation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** 给程序用的下单接口。写明 produces，给不出客户端要的，就什么也不做。 */
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiController {

    record Request(@NotEmpty @Size(max = 20) Map<@NotBlank String, @NotNull @Min(1) @Max(99) Integer> items,
            @Nullable @Size(max = 20) String coupon) {
    }

    private final Checkout checkout;
    private final Orders orders;
    private final ProviderClient provider;
    private final Reconciliation reconciliation;
    private final RateLimit limit;

    ApiController(Checkout checkout, Orders orders, ProviderClient provider, Reconciliation reconciliation,
            RateLimit limit) {
        this.checkout = checkout;
        this.orders = orders;
        this.provider = provider;
        this.reconciliation = reconciliation;
        this.limit = limit;
    }

    @PostMapping("/orders")
    ResponseEntity<Order> place(@RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody Request request, @AuthenticationPrincipal UserDetails user) {
        NewOrder order = new NewOrder(user.getUsername(), key, request.items(), request.coupon());
        if (!limit.allows(user.getUsername())) {
            throw new TooManyOrdersException();
        }
        long id = checkout.place(order);
        return ResponseEntity.created(URI.create("/api/orders/" + id)).body(mine(id, user));
    }

    @GetMapping("/orders/{id}")
    Order get(@PathVariable long id, @AuthenticationPrincipal UserDetails user) {
        return mine(id, user);
    }

    @PostMapping("/orders/{id}/payment")
    Map<String, URI> pay(@PathVariable long id, @AuthenticationPrincipal UserDetails user) {
        Order order = mine(id, user);
        if (order.state() != OrderState.PENDING) {
            throw new NotPayableException(order);
        }
        return Map.of("url", provider.charge(id, order.total()));
    }

    @PostMapping("/reconciliation")
    Reconciliation.Report reconcile() {
        return reconciliation.run();
    }

    /** 别人的订单与没有的订单，回答是一样的。 */
    private Order mine(long id, UserDetails user) {
        return orders.find(id).filter(order -> order.customer().equals(user.getUsername()))
                .orElseThrow(() -> new UnknownOrderException(id));
    }
}

package com.example.bookstore.payment;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** 收款。同一张订单收几次都只算一次，所以调用方可以放心重试。对方读不了 JSON，就在收款之前返回 406。 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class PaymentController {

    private final ConcurrentMap<String, Charge> ledger = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();

    /** @param cents 金额，单位是分 */
    record Charge(int cents) {

        Charge {
            if (cents <= 0) {
                throw new IllegalArgumentException("金额要大于零");
            }
        }
    }

    record Receipt(String orderId, int cents) {
    }

    /** @param calls 收到过几次收款请求 @param charged 真正收了几张订单的钱 */
    record Totals(int calls, int charged) {
    }

    // region charge
    @PutMapping("/payments/{orderId}")
    Receipt charge(@PathVariable String orderId, @RequestBody Charge charge) {
        calls.incrementAndGet();
        Charge earlier = ledger.putIfAbsent(orderId, charge);
        if (earlier != null && !earlier.equals(charge)) {
            throw new ResponseStatusException(HttpStatus.CONFLICT,
                    "这张订单已经按另一个金额收过款");
        }
        return new Receipt(orderId, charge.cents());
    }
    // endregion charge

    @GetMapping("/payments")
    Totals totals() {
        return new Totals(calls.get(), ledger.size());
    }
}

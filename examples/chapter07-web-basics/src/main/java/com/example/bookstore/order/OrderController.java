package com.example.bookstore.order;

import com.example.bookstore.trace.Station;
import com.example.bookstore.trace.Trace;

import jakarta.servlet.http.HttpServletRequest;

import java.util.concurrent.Callable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {

    // region place
    record OrderRequest(int quantity) {

        OrderRequest {
            Trace.step(Station.ARGUMENT, "OrderRequest，来自 JSON");
        }
    }

    record OrderResponse(String isbn, String customer, int quantity) {
    }

    @PostMapping("/{isbn}")
    OrderResponse place(@PathVariable Isbn isbn, Customer customer,
            @RequestBody OrderRequest order) {
        Trace.step(Station.METHOD, "place");
        if (order.quantity() > 10) {
            throw new OutOfStockException("库存只有 10 本");
        }
        return new OrderResponse(isbn.digits(), customer.name(), order.quantity());
    }
    // endregion place

    // region report
    @GetMapping(path = "/report", produces = "text/plain")
    Callable<String> report(HttpServletRequest request) {
        Trace trace = Trace.of(request);
        Trace.step(Station.METHOD, "report，返回 Callable");
        return () -> {
            if (trace != null) {
                trace.add("不在任何转发里", Station.METHOD, "Callable 里的代码");
            }
            return "报表";
        };
    }
    // endregion report
}

package com.example.bookstore.order;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;

import org.springframework.stereotype.Service;
import org.springframework.validation.annotation.Validated;

// region service
@Service
@Validated
public class OrderService {

    public int place(@Valid OrderRequest order) {
        return order.lines().stream().mapToInt(OrderRequest.Line::quantity).sum();
    }

    public String cancel(@Positive long id, @NotBlank String reason) {
        return id + "：" + reason;
    }

    /** 从这里调用 cancel 不经过代理，它的约束不起作用。 */
    public String cancelQuietly(long id) {
        return cancel(id, "");
    }
}
// endregion service

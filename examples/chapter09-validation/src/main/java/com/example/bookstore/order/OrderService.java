package com.example.bookstore.order;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

import org.springframework.stereotype.Service;
import org.springframework.validation.annotation.Validated;

// region service
@Service
@Validated
public class OrderService {

    /** 订单里一共几本书；消息监听与文件导入也从这里下单，它们不经过控制器。 */
    public int place(@NotNull @Valid OrderRequest order) {
        return order.lines().stream().mapToInt(OrderRequest.Line::quantity).sum();
    }
}
// endregion service

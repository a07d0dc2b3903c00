package com.example.bookstore.points;

import com.example.bookstore.messaging.OrderPlaced;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

// region listener
@Component
class PointsListener {

    private static final Logger log = LoggerFactory.getLogger(PointsListener.class);

    private final Points points;

    PointsListener(Points points) {
        this.points = points;
    }

    @RabbitListener(queues = PointsMessaging.POINTS)
    void onOrderPlaced(OrderPlaced order) {
        try {
            points.addOnce(order);
        }
        catch (DuplicateKeyException ex) {
            // 正常返回，容器会确认这条消息，它不再回来
            log.info("订单 {} 处理过了，跳过", order.orderId());
        }
    }
}
// endregion listener

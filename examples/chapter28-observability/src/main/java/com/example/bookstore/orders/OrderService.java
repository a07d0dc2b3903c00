package com.example.bookstore.orders;

import com.example.bookstore.orders.OrderMetrics.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** 下单。 */
@Service
public class OrderService {

    private static final Logger log = LoggerFactory.getLogger(OrderService.class);

    private final Catalog catalog;
    private final Warehouse warehouse;
    private final OrderMetrics metrics;

    OrderService(Catalog catalog, Warehouse warehouse, OrderMetrics metrics) {
        this.catalog = catalog;
        this.warehouse = warehouse;
        this.metrics = metrics;
    }

    // region place
    /** 下一张订单；没有这本书、库存不够，各抛一种异常。 */
    public Order place(NewOrder wanted) {
        Catalog.Book book = catalog.find(wanted.isbn())
                .orElseThrow(UnknownBookException::new);
        metrics.started();
        Result result = Result.FAILED; // 只要中途抛了异常，就是这个
        try {
            Order order = new Order(book.title(), wanted.copies(),
                    Math.multiplyExact(book.cents(), wanted.copies()));
            if (!warehouse.reserve(book.isbn(), wanted.copies())) {
                result = Result.OUT_OF_STOCK;
                throw new OutOfStockException();
            }
            log.info("下单成功：《{}》{} 本", order.title(), order.copies());
            result = Result.PLACED; // 到这里才算成功
            return order;
        }
        finally {
            metrics.finished(result);
        }
    }
    // endregion place

    /**
     * 顾客要的。
     *
     * @param copies 几本，1 到 99
     */
    public record NewOrder(String isbn, int copies) {
    }

    /**
     * 下好的订单。
     *
     * @param cents 总价，单位是分
     */
    public record Order(String title, int copies, int cents) {
    }
}

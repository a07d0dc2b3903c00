package com.example.bookstore.order;

import com.example.bookstore.catalog.Catalog;
import org.springframework.stereotype.Service;

// region orders
@Service
public class Orders {

    private final Catalog catalog;
    private final OrderCounter counter;

    Orders(Catalog catalog, OrderCounter counter) {
        this.catalog = catalog;
        this.counter = counter;
    }

    /** 下单，返回总价（分）；畅销书打九折。 */
    public int place(String title, int quantity) {
        int cents = catalog.cents(title) * quantity;
        int total = bestSeller(title) ? cents * 9 / 10 : cents;
        counter.add(title, quantity);
        return total;
    }

    /** 卖过 10 本就是畅销书：卖了几本是订单模块知道的事。 */
    private boolean bestSeller(String title) {
        return counter.sold(title) >= 10;
    }
}
// endregion orders

package com.example.bookstore.order;

import com.example.bookstore.catalog.Catalog;
import com.example.bookstore.catalog.internal.PriceTable;
import org.springframework.stereotype.Service;

// region orders
@Service
public class Orders {

    private final PriceTable prices;
    private final Catalog catalog;
    private final OrderCounter counter;

    Orders(PriceTable prices, Catalog catalog, OrderCounter counter) {
        this.prices = prices;
        this.catalog = catalog;
        this.counter = counter;
    }

    /** 下单，返回总价（分）；畅销书打九折。 */
    public int place(String title, int quantity) {
        int cents = prices.cents(title) * quantity;
        int total = catalog.bestSeller(title) ? cents * 9 / 10 : cents;
        counter.add(title, quantity);
        return total;
    }
}
// endregion orders

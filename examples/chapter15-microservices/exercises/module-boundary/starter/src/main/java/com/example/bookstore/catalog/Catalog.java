package com.example.bookstore.catalog;

import com.example.bookstore.order.OrderCounter;
import org.springframework.stereotype.Service;

@Service
public class Catalog {

    private final OrderCounter counter;

    Catalog(OrderCounter counter) {
        this.counter = counter;
    }

    /** 卖过 10 本就是畅销书。 */
    public boolean bestSeller(String title) {
        return counter.sold(title) >= 10;
    }
}

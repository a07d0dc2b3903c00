package com.example.bookstore.catalog;

import com.example.bookstore.catalog.internal.PriceTable;
import org.springframework.stereotype.Service;

/** 目录模块对外的门：只管书和价格，不认识订单。 */
@Service
public class Catalog {

    private final PriceTable prices;

    Catalog(PriceTable prices) {
        this.prices = prices;
    }

    public int cents(String title) {
        Integer cents = prices.cents(title);
        if (cents == null) {
            throw new IllegalArgumentException("没有这本书：" + title);
        }
        return cents;
    }
}

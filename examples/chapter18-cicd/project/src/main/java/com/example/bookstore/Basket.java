package com.example.bookstore;

import com.example.prices.Prices;

/** 购物篮：价格来自内部仓库里的 prices。 */
public class Basket {

    public int total(int... cents) {
        return Prices.sum(cents);
    }
}

package com.example.bookstore;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

@Service
public class Checkout {

    private final ObjectProvider<Basket> baskets;

    Checkout(ObjectProvider<Basket> baskets) {
        this.baskets = baskets;
    }

    /** 一位顾客买下这些书，返回他购物车里的书。 */
    public List<String> buy(List<String> books) {
        Basket basket = baskets.getObject();
        books.forEach(basket::add);
        return basket.books();
    }
}

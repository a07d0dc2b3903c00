package com.example.bookstore;

import java.util.List;

import org.springframework.stereotype.Service;

@Service
public class Checkout {

    private final Basket basket;

    Checkout(Basket basket) {
        this.basket = basket;
    }

    /** 一位顾客买下这些书，返回他购物车里的书。 */
    public List<String> buy(List<String> books) {
        books.forEach(basket::add);
        return basket.books();
    }
}

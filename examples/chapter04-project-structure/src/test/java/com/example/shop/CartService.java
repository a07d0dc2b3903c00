package com.example.shop;

import org.springframework.stereotype.Service;

@Service
class CartService {

    private final CartRepository carts;

    CartService(CartRepository carts) {
        this.carts = carts;
    }

    long count() {
        return carts.count();
    }
}

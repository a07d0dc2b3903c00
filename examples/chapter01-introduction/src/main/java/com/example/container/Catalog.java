package com.example.container;

import java.util.Map;

public class Catalog {

    private final Map<String, Integer> prices = Map.of("活着", 28, "三体", 23);

    public int priceOf(String title) {
        return prices.get(title);
    }
}

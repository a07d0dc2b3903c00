package com.example.bookstore;

import java.util.List;
import java.util.Map;

/** 绑定到前缀 shop。不要改它。 */
public record ShopProperties(String displayName, List<String> languages,
        Map<String, String> labels, List<Warehouse> warehouses) {

    public record Warehouse(String name, String zipCode) {
    }
}

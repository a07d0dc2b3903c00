package com.example.bookstore.catalog.internal;

import java.util.Map;

import org.springframework.stereotype.Component;

/** 价目表是目录模块内部的。 */
@Component
public class PriceTable {

    private final Map<String, Integer> cents = Map.of("三体", 2300, "红楼梦", 5970);

    public Integer cents(String title) {
        return cents.get(title);
    }
}

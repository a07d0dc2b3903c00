package com.example.inlined.catalog;

import com.example.inlined.ordering.OrderLimits;

public class BookPage {

    public String hint() {
        return "一次最多买 " + OrderLimits.MOST_COPIES + " 本";
    }
}

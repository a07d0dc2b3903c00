package com.example.leaking.ordering;

import com.example.leaking.catalog.internal.PriceTable;

public class OrderService {

    private PriceTable prices;
}

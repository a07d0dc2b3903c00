package com.example.good.catalog.search;

import com.example.good.catalog.internal.PriceTable;

public class Search {

    private PriceTable prices;
}

package com.example.namesake.gifts.catalog;

import com.example.namesake.catalog.internal.PriceTable;

public class GiftCatalog {

    private PriceTable prices;
}

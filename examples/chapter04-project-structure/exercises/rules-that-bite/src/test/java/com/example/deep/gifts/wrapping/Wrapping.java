package com.example.deep.gifts.wrapping;

import com.example.deep.catalog.internal.price.Price;

public class Wrapping {

    private Price price;
}

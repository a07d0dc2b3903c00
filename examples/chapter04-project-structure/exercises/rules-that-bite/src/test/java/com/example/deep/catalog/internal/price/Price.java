package com.example.deep.catalog.internal.price;

public class Price {
}

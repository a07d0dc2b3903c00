package com.example.good.ordering.internal;

public class Invoice {
}

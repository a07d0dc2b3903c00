package com.example.leaking.ordering.internal;

public class Invoice {
}

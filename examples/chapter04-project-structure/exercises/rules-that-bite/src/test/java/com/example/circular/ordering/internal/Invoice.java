package com.example.circular.ordering.internal;

public class Invoice {
}

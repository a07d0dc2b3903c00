package com.example.circular.ordering;

public class OrderService {
}

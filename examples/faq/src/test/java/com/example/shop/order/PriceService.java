package com.example.shop.order;

import org.springframework.stereotype.Service;

@Service
public class PriceService {
}

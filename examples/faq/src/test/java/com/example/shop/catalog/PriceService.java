package com.example.shop.catalog;

import org.springframework.stereotype.Service;

@Service
public class PriceService {
}

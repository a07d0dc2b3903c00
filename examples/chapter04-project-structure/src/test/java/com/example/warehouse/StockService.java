package com.example.warehouse;

import org.springframework.stereotype.Service;

@Service
class StockService {

    private final StockRepository stocks;

    StockService(StockRepository stocks) {
        this.stocks = stocks;
    }

    long count() {
        return stocks.count();
    }
}

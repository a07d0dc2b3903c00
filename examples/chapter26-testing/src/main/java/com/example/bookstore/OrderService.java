package com.example.bookstore;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class OrderService {

    private final Shelf shelf;

    OrderService(Shelf shelf) {
        this.shelf = shelf;
    }

    // region place
    @Transactional
    public Sale place(String isbn, int quantity) {
        long price = shelf.price(isbn)
                .orElseThrow(() -> new UnknownBookException(isbn));
        if (!shelf.take(isbn, quantity)) {
            throw new OutOfStockException(isbn);
        }
        Sale sale = new Sale(isbn, quantity, Discount.payable(price, quantity));
        shelf.sell(sale);
        return sale;
    }
    // endregion place

    long sold(String isbn) {
        return shelf.sold(isbn);
    }
}

package com.example.bookstore;

/** Takes money from a customer; slow, and it may refuse. */
public interface PaymentGateway {

    /** @throws IllegalStateException if the payment is refused */
    void charge(String customer, int copies);
}

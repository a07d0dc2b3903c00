package com.example.bookstore;

/** 向顾客收钱；很慢，也可能被拒。 */
public interface PaymentGateway {

    /** @throws IllegalStateException 付款被拒 */
    void charge(String customer, int copies);
}

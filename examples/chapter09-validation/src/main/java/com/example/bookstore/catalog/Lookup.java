package com.example.bookstore.catalog;

/** 要查库才知道对不对的约束，放在这一组。 */
public interface Lookup {
}

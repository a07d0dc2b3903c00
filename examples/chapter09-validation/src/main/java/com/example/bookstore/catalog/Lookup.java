package com.example.bookstore.catalog;

// region lookup
/** 要查库才知道对不对的约束，放在这一组。 */
public interface Lookup {
}
// endregion lookup

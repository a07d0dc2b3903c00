package com.example.bookstore;

import java.io.Serializable;
import java.math.BigDecimal;

// region book
/** 一本书。字段都不可变，几个调用方拿到同一个对象也没有关系。 */
public record Book(String isbn, String title, BigDecimal price)
        implements Serializable {
}
// endregion book

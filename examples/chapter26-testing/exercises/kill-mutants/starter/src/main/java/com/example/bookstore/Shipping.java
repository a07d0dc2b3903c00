package com.example.bookstore;

/** What shipping costs. */
@FunctionalInterface
public interface Shipping {

    // region rule
    /**
     * 满 99 元免运费；否则首公斤 6 元，之后每公斤 2 元，不足一公斤按一公斤算。
     *
     * @param total 商品总价，单位是分
     * @param grams 重量，单位是克
     * @throws IllegalArgumentException 重量不是正数
     */
    long cents(long total, int grams);
    // endregion rule
}

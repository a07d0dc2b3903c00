package com.example.bookstore;

/** What you found out. */
final class Diagnosis {

    private Diagnosis() {
    }

    // region field
    /** 拿着 Basket 不放的那个字段，写成 类名.字段名。 */
    static String field() {
        return "Storefront.bySession";
    }
    // endregion field
}

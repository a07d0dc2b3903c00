package com.example.bookstore;

/** 邮费：每本一角。 */
public final class Postage {

    // region postage
    public static String of(int copies) {
        double fee = copies * 0.1;
        return fee + " 元";
    }

    // endregion postage
    private Postage() {}
}

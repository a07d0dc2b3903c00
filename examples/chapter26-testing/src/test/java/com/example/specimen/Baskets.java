package com.example.specimen;

/** The baskets' suites, for tests in other packages. */
public final class Baskets {

    public static final Class<?> SHARED = SharedBasket.class;
    public static final Class<?> OWN = OwnBasket.class;

    private Baskets() {
    }

    /** Takes out what the last run left in the shared one. */
    public static void clear() {
        SharedBasket.BASKET.clear();
    }
}

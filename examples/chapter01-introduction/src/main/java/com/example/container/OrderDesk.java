package com.example.container;

public class OrderDesk {

    private final Catalog catalog;
    private final Notifier notifier;

    // region constructor
    public OrderDesk(Catalog catalog, Notifier notifier) {
        this.catalog = catalog;
        this.notifier = notifier;
    }
    // endregion constructor

    public void buy(String title) {
        notifier.send("《%s》%d 元，已下单".formatted(title, catalog.priceOf(title)));
    }
}

package com.example.shop;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * One order service, and one stand-in for the catalog that it calls, for all tests that need no settings of their
 * own: starting one takes longer than most of these tests. It ends with the JVM.
 */
final class SharedOrder {

    private static StandIn catalog;
    private static ConfigurableApplicationContext order;

    private SharedOrder() {
    }

    /** The catalog, which from now on answers so, and counts from nought. */
    static synchronized StandIn catalog(StandIn.Answer answer) {
        if (order == null) {
            catalog = StandIn.start(answer);
            // How long the caller waits is not what these tests ask about, and other classes start applications meanwhile.
            order = Apps.order("--bookstore.catalog=" + catalog.url(),
                    "--spring.http.serviceclient.catalog.connect-timeout=20s",
                    "--spring.http.serviceclient.catalog.read-timeout=20s");
        }
        catalog.answer(answer);
        catalog.resetArrived();
        return catalog;
    }

    static <T> T bean(Class<T> type) {
        return order.getBean(type);
    }

    static String url() {
        return Apps.url(order);
    }
}

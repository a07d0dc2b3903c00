package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import org.junit.jupiter.api.Test;

class PriceAlertsTests {

    /** Two places that listen with the same listener: the one that closes twice must not end the other's. */
    @Test
    void closedTwiceEndsOneSubscription() {
        PriceAlerts alerts = new PriceAlerts();
        List<Integer> heard = new ArrayList<>();
        IntConsumer listener = heard::add;
        PriceAlerts.Subscription first = alerts.subscribe(listener);
        PriceAlerts.Subscription second = alerts.subscribe(listener);
        first.close();
        first.close();
        alerts.priceChanged(88);
        assertThat(heard).containsExactly(88);
        second.close();
        alerts.priceChanged(99);
        assertThat(heard).containsExactly(88);
    }
}

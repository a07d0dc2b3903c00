package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import org.junit.jupiter.api.Test;

class PriceAlertsTests {

    private final PriceAlerts alerts = new PriceAlerts();
    private final List<Integer> heard = new ArrayList<>();

    @Test
    void closedTwiceEndsOneSubscription() {
        IntConsumer listener = heard::add;
        PriceAlerts.Subscription first = alerts.subscribe(listener);
        PriceAlerts.Subscription second = alerts.subscribe(listener);
        first.close();
        first.close();
        alerts.changeTo(68);
        assertThat(heard).as("第二张回执还没有关").containsExactly(68);
        second.close();
        alerts.changeTo(69);
        assertThat(heard).containsExactly(68);
    }
}

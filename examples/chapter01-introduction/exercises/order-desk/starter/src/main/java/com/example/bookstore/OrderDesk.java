package com.example.bookstore;

import java.time.Clock;
import java.time.LocalTime;

public class OrderDesk {

    private final Notifier notifier = new MailNotifier();
    private final Clock clock = Clock.systemDefaultZone();

    /** 晚上六点前下单当天发货。 */
    public void buy(String title) {
        boolean today = LocalTime.now(clock).isBefore(LocalTime.of(18, 0));
        notifier.send("《%s》%s发货".formatted(title, today ? "今天" : "明天"));
    }
}

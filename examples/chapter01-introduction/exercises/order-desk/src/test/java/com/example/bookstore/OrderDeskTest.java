package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

class OrderDeskTest {

    private final List<String> sent = new ArrayList<>();

    private void buyAt(String... times) {
        buyAt(ZoneOffset.UTC, times);
    }

    /** 把下单处交给容器，通知和时钟由测试给。 */
    private void buyAt(ZoneId zone, String... times) {
        AtomicReference<Instant> now = new AtomicReference<>(at(times[0]));
        InstantSource source = now::get;
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(Notifier.class, () -> sent::add);
            context.registerBean(Clock.class, () -> source.withZone(zone));
            context.register(OrderDesk.class);
            context.refresh();
            for (String time : times) {
                now.set(at(time));
                context.getBean(OrderDesk.class).buy("活着");
            }
        }
    }

    private static Instant at(String time) {
        return Instant.parse("2026-01-01T" + time + "Z");
    }

    @Test
    @DisplayName("白天下单：通知发给了测试的替身，写着今天")
    void byDay() {
        buyAt("09:30:00");
        assertThat(sent).containsExactly("《活着》今天发货");
    }

    @Test
    @DisplayName("晚上下单：写着明天")
    void byNight() {
        buyAt("21:00:00");
        assertThat(sent).containsExactly("《活着》明天发货");
    }

    @Test
    @DisplayName("同一个下单处，从白天用到晚上")
    void fromDayToNight() {
        buyAt("09:30:00", "21:00:00");
        assertThat(sent).containsExactly("《活着》今天发货", "《活着》明天发货");
    }

    @Test
    @DisplayName("六点整就是明天了，差一秒还是今天")
    void theMinuteItTurns() {
        buyAt("17:59:59", "18:00:00", "18:30:00");
        assertThat(sent).containsExactly("《活着》今天发货", "《活着》明天发货", "《活着》明天发货");
    }

    @Test
    @DisplayName("几点钟由给进来的时钟说，时区也是它的：同一时刻，一处是白天，一处是晚上")
    void theZoneIsTheClocks() {
        buyAt(ZoneOffset.UTC, "12:00:00");
        buyAt(ZoneOffset.ofHours(8), "12:00:00");
        assertThat(sent).containsExactly("《活着》今天发货", "《活着》明天发货");
    }

    @Test
    @DisplayName("通知和时钟是从构造器要的")
    void byConstructor() {
        assertThat(OrderDesk.class.getDeclaredConstructors()).anySatisfy(constructor ->
                assertThat(constructor.getParameterTypes()).contains(Notifier.class, Clock.class));
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

class OrderDeskTest {

    private final List<String> sent = new ArrayList<>();

    /** 把下单处交给容器，通知和时钟由测试给。 */
    private void buyAt(String time) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(Notifier.class, () -> sent::add);
            context.registerBean(Clock.class,
                    () -> Clock.fixed(Instant.parse("2026-01-01T" + time + "Z"), ZoneOffset.UTC));
            context.register(OrderDesk.class);
            context.refresh();
            context.getBean(OrderDesk.class).buy("活着");
        }
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
    @DisplayName("通知和时钟是从构造器要的")
    void byConstructor() {
        assertThat(OrderDesk.class.getDeclaredConstructors()).anySatisfy(constructor ->
                assertThat(constructor.getParameterTypes()).contains(Notifier.class, Clock.class));
    }
}

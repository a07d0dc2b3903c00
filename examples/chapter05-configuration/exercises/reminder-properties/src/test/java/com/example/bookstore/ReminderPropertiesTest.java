package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ReminderPropertiesTest {

    private static String bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("bookstore.reminder", ReminderProperties.class).toString();
    }

    @Test
    void types() {
        assertThat(ReminderProperties.class.getRecordComponents()).extracting(RecordComponent::getType)
                .startsWith(Duration.class, DataSize.class);
    }

    @Test
    void defaults() {
        // 渠道写成枚举也是合适的类型，打印出来是 [MAIL, SMS]。
        assertThat(bind(Map.of())).isEqualToIgnoringCase(
                "ReminderProperties[after=PT72H, maxAttachment=1048576B, channels=[mail, sms]]");
    }

    @Test
    void values() {
        assertThat(bind(Map.of("bookstore.reminder.after", "90m",
                "bookstore.reminder.max-attachment", "512KB",
                "bookstore.reminder.channels", "mail"))).isEqualToIgnoringCase(
                "ReminderProperties[after=PT1H30M, maxAttachment=524288B, channels=[mail]]");
    }
}

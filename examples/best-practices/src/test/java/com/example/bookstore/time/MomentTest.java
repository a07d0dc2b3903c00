package com.example.bookstore.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** One moment, written by two instances whose servers stand in different time zones. */
class MomentTest {

    private static final Instant PAID = Instant.parse("2026-11-21T16:30:00Z");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    // region bad
    record LocalReceipt(LocalDateTime paidAt) {

        static LocalReceipt of(Instant moment, ZoneId server) {
            return new LocalReceipt(LocalDateTime.ofInstant(moment, server));
        }
    }
    // endregion bad

    // region good
    record Receipt(Instant paidAt) {
    }
    // endregion good

    private static String onBothServers(Function<ZoneId, Object> receipt) {
        return List.of("Asia/Shanghai", "UTC").stream()
                .map(zone -> "%-13s  %s".formatted(zone, JSON.writeValueAsString(receipt.apply(ZoneId.of(zone)))))
                .collect(Collectors.joining("\n"));
    }

    @Test
    @DisplayName("LocalDateTime：同一刻写成两个时间，连日期都不同，读的人分不出")
    void twoTexts() {
        String texts = onBothServers(zone -> LocalReceipt.of(PAID, zone));
        assertThat(texts).contains("2026-11-22T00:30:00\"", "2026-11-21T16:30:00\"");
        Recording.checkVerbatim("moment-local.txt", texts + "\n");
    }

    @Test
    @DisplayName("Instant：两台服务器写的一样，带着 Z")
    void oneText() {
        String texts = onBothServers(zone -> new Receipt(PAID));
        assertThat(texts.lines().map(line -> line.substring(15)).distinct()).hasSize(1);
        Recording.checkVerbatim("moment-instant.txt", texts + "\n");
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten seconds between two scrapes and two evaluations; needs promtool on the PATH. */
class MinuteAlertTest {

    @TempDir
    Path folder;

    /** Whether it fires at some second between two; orders and failures are given for each ten seconds. */
    private boolean fires(int from, int to, IntUnaryOperator orders, IntUnaryOperator failures) throws Exception {
        return fires(from, to, orders, failures, t -> 0);
    }

    private boolean fires(int from, int to, IntUnaryOperator orders, IntUnaryOperator failures,
            IntUnaryOperator soldOut) throws Exception {
        try (InputStream rule = MinuteAlertTest.class.getResourceAsStream("/alert.yml")) {
            Files.write(folder.resolve("alert.yml"), rule.readAllBytes());
        }
        StringBuilder placed = new StringBuilder();
        StringBuilder failed = new StringBuilder();
        StringBuilder outOfStock = new StringBuilder();
        int good = 0;
        int bad = 0;
        int none = 0;
        for (int second = 0; second <= 900; second += 10) {
            bad += failures.applyAsInt(second);
            none += soldOut.applyAsInt(second);
            good += orders.applyAsInt(second) - failures.applyAsInt(second) - soldOut.applyAsInt(second);
            placed.append(good).append(' ');
            failed.append(bad).append(' ');
            outOfStock.append(none).append(' ');
        }
        StringBuilder test = new StringBuilder("""
                rule_files: [alert.yml]
                evaluation_interval: 10s
                tests:
                  - interval: 10s
                    input_series:
                      - {series: 'bookstore_orders_total{result="placed"}', values: %s}
                      - {series: 'bookstore_orders_total{result="failed"}', values: %s}
                      - {series: 'bookstore_orders_total{result="out_of_stock"}', values: %s}
                    alert_rule_test:
                """.formatted(placed, failed, outOfStock));
        for (int second = from; second <= to; second += 10) {
            test.append("      - {eval_time: ").append(second).append("s, alertname: OrdersFailing, exp_alerts: []}\n");
        }
        Files.writeString(folder.resolve("test.yml"), test);
        String output = promtool();
        assertThat(output).as("promtool 读不懂规则").doesNotContain("parse error").contains("Unit Testing");
        return output.contains("alertname: OrdersFailing, time:");
    }

    private String promtool() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("promtool", "test", "rules", "test.yml").directory(folder.toFile())
                .redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void aFifthOfTheOrdersFailsFromTheFifthMinute() throws Exception {
        assertThat(fires(310, 360, t -> 10, t -> t > 300 ? 2 : 0)).as("一分钟之内要响").isTrue();
        assertThat(fires(10, 300, t -> 10, t -> t > 300 ? 2 : 0)).as("之前不响").isFalse();
    }

    @Test
    void sixInAHundredAreAnAlertWithinAMinuteToo() throws Exception {
        assertThat(fires(310, 360, t -> 100, t -> t > 300 ? 6 : 0)).as("一分钟之内要响").isTrue();
    }

    @Test
    void oneFailedOrderIsNoAlert() throws Exception {
        assertThat(fires(10, 900, t -> 5, t -> t == 310 ? 1 : 0)).isFalse();
    }

    @Test
    void twentySecondsAreNoAlert() throws Exception {
        assertThat(fires(10, 900, t -> 10, t -> t == 310 || t == 320 ? 10 : 0)).isFalse();
    }

    @Test
    void twoInAHundredAreNoAlert() throws Exception {
        assertThat(fires(10, 900, t -> 100, t -> 2)).isFalse();
    }

    @Test
    void fourInAHundredAreNotMoreThanFive() throws Exception {
        assertThat(fires(10, 900, t -> 100, t -> t > 300 ? 4 : 0)).isFalse();
    }

    /** Five of a hundred orders are five of ninety-five that were placed: the hundred is what counts. */
    @Test
    void fiveInAHundredAreNotMoreThanFive() throws Exception {
        assertThat(fires(10, 900, t -> 100, t -> t > 300 ? 5 : 0)).isFalse();
    }

    /** An order for a book that is sold out is an order too: four of a hundred have failed, not four of fifty. */
    @Test
    void fourInAHundredOfWhichHalfAreSoldOut() throws Exception {
        assertThat(fires(10, 900, t -> 100, t -> t > 300 ? 4 : 0, t -> 50)).as("缺货的也是订单").isFalse();
    }

    /** One failed order in ten seconds is few, but it is a fifth of the orders of a small shop. */
    @Test
    void aFifthOfTheFewOrdersOfASmallShop() throws Exception {
        assertThat(fires(310, 360, t -> 5, t -> t > 300 ? 1 : 0)).as("订单少，一分钟之内也要响").isTrue();
    }

    /** A book that is sold out is no failure. */
    @Test
    void soldOutIsNoAlert() throws Exception {
        assertThat(fires(10, 900, t -> 10, t -> 0, t -> t > 300 ? 5 : 0)).as("缺货不是失败").isFalse();
    }

    @Test
    void noOrdersAreNoAlert() throws Exception {
        assertThat(fires(10, 900, t -> t < 300 ? 10 : 0, t -> 0)).isFalse();
    }

    @Test
    void overTwoMinutesAfterTheEnd() throws Exception {
        assertThat(fires(620, 900, t -> 10, t -> t > 300 && t <= 500 ? 3 : 0)).isFalse();
    }
}

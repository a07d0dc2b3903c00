package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at the running patient itself, as a profiler does, and compares. */
@Timeout(120)
class DiagnosisTest {

    @Test
    void namesTheLineThatBurns() throws InterruptedException {
        Thread patient = Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Recommendations.ofTheDay(60_000);
            }
        });
        Map<String, Integer> samples = new TreeMap<>();
        for (int taken = 0; taken < 300;) {
            Thread.sleep(5);
            for (StackTraceElement frame : patient.getStackTrace()) {
                if (frame.getClassName().equals(Recommendations.class.getName())) {
                    samples.merge(frame.getFileName() + ":" + frame.getLineNumber(), 1, Integer::sum);
                    taken++;
                    break;
                }
            }
        }
        patient.interrupt();
        String hottest = samples.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        assertThat(samples.get(hottest)).as("一行占了大部分样本").isGreaterThan(180);
        assertThat(Diagnosis.line().equals(hottest)).as("你写的是 " + Diagnosis.line() + "，采样看到的不是它").isTrue();
    }
}

package com.example.pitfalls;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;

/** Keeps almost a hundred megabytes alive and makes garbage; prints the processors' time that the whole process took. */
final class Churn {

    private Churn() {
    }

    public static void main(String[] args) {
        Map<Integer, byte[]> alive = new HashMap<>();
        for (int i = 0; i < 400_000; i++) {
            alive.put(i % 60_000, new byte[1_500]);
        }
        System.out.println(alive.size());
        long nanos = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        System.out.println("CPU " + nanos / 1_000_000 + " ms");
    }
}

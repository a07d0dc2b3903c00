package com.example.pitfalls;

import java.util.HashMap;
import java.util.Map;

/** Keeps almost a hundred megabytes alive and makes garbage. */
final class Churn {

    private Churn() {
    }

    public static void main(String[] args) {
        Map<Integer, byte[]> alive = new HashMap<>();
        for (int i = 0; i < 400_000; i++) {
            alive.put(i % 60_000, new byte[1_500]);
        }
        System.out.println(alive.size());
    }
}

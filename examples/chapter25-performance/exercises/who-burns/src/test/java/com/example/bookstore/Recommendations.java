package com.example.bookstore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Patient: the recommendations of the day. Start it with {@code java Recommendations.java}. */
public final class Recommendations {

    private Recommendations() {
    }

    static int ofTheDay(int size) {
        List<String> sold = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < size; i++) {
            sold.add("isbn-" + random.nextInt(size));
        }
        Map<String, Integer> times = new HashMap<>();
        for (String isbn : sold) {
            times.merge(isbn, 1, Integer::sum);
        }
        Collections.sort(sold);
        List<String> unique = new ArrayList<>();
        for (String isbn : sold) {
            if (!unique.contains(isbn)) {
                unique.add(isbn);
            }
        }
        unique.removeIf(isbn -> times.get(isbn) < 2);
        return unique.size();
    }

    public static void main(String[] args) {
        while (true) {
            System.out.println("今天推荐 " + ofTheDay(60_000) + " 本");
        }
    }
}

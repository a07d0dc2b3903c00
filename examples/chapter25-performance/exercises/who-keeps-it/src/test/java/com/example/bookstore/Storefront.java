package com.example.bookstore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** Patient: the shop window. Start it with {@code java -Xmx64m Storefront.java}. */
public final class Storefront {

    /** A visitor's basket. */
    static final class Basket {

        private final byte[] contents = new byte[16 * 1024];

        int size() {
            return contents.length;
        }
    }

    private static final Map<Integer, Basket> open = new HashMap<>();
    private static final Map<Basket, Long> seen = new WeakHashMap<>();
    private static final Deque<Basket> recent = new ArrayDeque<>();
    private static final Map<String, Basket> bySession = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Basket> eldest) {
            return size() > 10_000_000;
        }
    };

    private Storefront() {
    }

    static void visit(int number) {
        Basket basket = new Basket();
        open.put(number, basket);
        seen.put(basket, System.nanoTime());
        bySession.put("session-" + number, basket);
        recent.addLast(basket);
        if (recent.size() > 20) {
            recent.removeFirst();
        }
        open.remove(number);
    }

    public static void main(String[] args) throws InterruptedException {
        for (int number = 1;; number++) {
            visit(number);
            Thread.sleep(2);
        }
    }
}

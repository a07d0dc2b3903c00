package com.example.bookstore.wish;

import java.util.ArrayDeque;
import java.util.Deque;

import org.springframework.stereotype.Component;

/** 内存里的求书单，只留最近的 100 条；几个请求可以同时写。 */
@Component
public class Wishes {

    private static final int KEPT = 100;

    private final Deque<Wish> latest = new ArrayDeque<>();
    private long count;

    public synchronized Wish add(String title) {
        Wish wish = new Wish(++count, title);
        latest.addLast(wish);
        if (latest.size() > KEPT) {
            latest.removeFirst();
        }
        return wish;
    }
}

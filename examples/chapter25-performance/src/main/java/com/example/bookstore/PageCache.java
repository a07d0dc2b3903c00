package com.example.bookstore;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Patient: a cache of book pages that never forgets one. With the argument {@code cured} it does. */
public final class PageCache {

    /** A page as it goes to the browser. */
    record Page(byte[] html) {
    }

    private static final int PAGE_BYTES = 8 * 1024;
    private static final int MOST_PAGES = 1000;

    // region sick
    private final Map<String, Page> pages = new ConcurrentHashMap<>();

    Page page(String url) {
        return pages.computeIfAbsent(url, PageCache::render);
    }
    // endregion sick

    // region cured
    // 最久没人看的先走；accessOrder 为 true 时，看一次就挪到最后
    private final Map<String, Page> bounded = Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
                    return size() > MOST_PAGES;
                }
            });

    Page boundedPage(String url) {
        // 问号后面是广告的来源，不影响页面的内容，不该是键的一部分
        String path = url.replaceFirst("\\?.*", "");
        return bounded.computeIfAbsent(path, PageCache::render);
    }
    // endregion cured

    private static Page render(String url) {
        return new Page(new byte[PAGE_BYTES]);
    }

    /** @param args {@code cured} for the cured cache */
    public static void main(String[] args) {
        boolean cured = args.length > 0 && args[0].equals("cured");
        PageCache cache = new PageCache();
        // region visits
        Visits.start("visitor-1", Duration.ofMillis(1), number -> {
            // 每个来访的链接都带着自己的来源
            String url = "/books/" + number % 100 + "?from=" + number;
            Page page = cured ? cache.boundedPage(url) : cache.page(url);
        });
        // endregion visits
    }
}

package com.example.bookstore.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("同一本书只上架一次")
class ShelfTest {

    @Test
    @DisplayName("第一次成功，第二次失败，不同的书互不影响")
    void once() {
        Shelf shelf = new Shelf();
        assertThat(shelf.add("9787111641247")).isTrue();
        assertThat(shelf.add("9787111641247")).isFalse();
        assertThat(shelf.add("9787121429064")).isTrue();
        assertThat(shelf.add("979-10-90636-07-1")).as("979 开头的也收").isTrue();
        assertThat(shelf.size()).isEqualTo(3);
    }

    @Test
    @DisplayName("带连字符与不带连字符是同一本")
    void notations() {
        Shelf shelf = new Shelf();
        assertThat(shelf.add("978-7-111-64124-7")).isTrue();
        assertThat(shelf.add("9787111641247")).isFalse();
        assertThat(shelf.size()).isOne();
    }

    @Test
    @DisplayName("多了别的字、没写的都不上架，也不抛异常")
    void malformed() {
        Shelf shelf = new Shelf();
        for (String isbn : new String[] {null, "", "9787111641247<script>", "9771111641247",
                "978711164124", "97871116412470", "978--7111641247", "-9787111641247",
                "9787111641247-", "9-787111641247", " 9787111641247", "9787111641247\n",
                "978711164124７"}) { // 最后一个 7 是全角的
            assertThat(shelf.add(isbn)).as("%s", isbn).isFalse();
        }
        assertThat(shelf.size()).isZero();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @DisplayName("四个线程同时上架同样的书，每一本只有一个成功；一共三十万本")
    void concurrent() throws Exception {
        String[] isbns = new String[300_000];
        Arrays.setAll(isbns, ShelfTest::isbn);
        Shelf shelf = new Shelf();
        CyclicBarrier together = new CyclicBarrier(4);
        int added = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                results.add(threads.submit(() -> addAll(shelf, isbns, together)));
            }
            for (Future<Integer> result : results) {
                added += result.get();
            }
        }
        assertThat(added).isEqualTo(isbns.length);
        assertThat(shelf.size()).isEqualTo(isbns.length);
    }

    /** 顺序都一样：落后的上架不了，走得快，总会追上领先的，一路撞在同一本上。 */
    private static int addAll(Shelf shelf, String[] isbns, CyclicBarrier together)
            throws Exception {
        together.await();
        int added = 0;
        for (String isbn : isbns) {
            if (shelf.add(isbn)) {
                added++;
            }
        }
        return added;
    }

    /** 校验位是对的：检查校验位的答案也要通过。 */
    private static String isbn(int book) {
        String digits = "978%09d".formatted(book);
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            sum += (digits.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
        }
        return digits + (10 - sum % 10) % 10;
    }
}

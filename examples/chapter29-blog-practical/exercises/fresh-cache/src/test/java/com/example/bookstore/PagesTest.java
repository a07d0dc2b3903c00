package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PagesTest {

    private final Map<Long, Post> rows = new ConcurrentHashMap<>(Map.of(1L, new Post(1, 0, "旧"), 2L, new Post(2, 0, "别的")));
    private final AtomicInteger rendered = new AtomicInteger();

    private final Store store = new Store() {

        @Override
        public Post find(long id) {
            return rows.get(id);
        }

        @Override
        public void save(long id, String body) {
            rows.computeIfPresent(id, (key, post) -> new Post(id, post.version() + 1, body));
        }
    };

    @Test
    void oneVersionIsRenderedOnce() {
        Pages pages = new Pages(store, body -> rendered.incrementAndGet() + body);
        assertThat(List.of(pages.html(1), pages.html(1), pages.html(1))).containsOnly("1旧");
        pages.save(1, "新");
        assertThat(List.of(pages.html(1), pages.html(1))).containsOnly("2新");
        assertThat(pages.html(2)).isEqualTo("3别的");
        pages.save(1, "更新");
        assertThat(pages.html(2)).as("保存的是 1 号，2 号不用再渲染").isEqualTo("3别的");
        assertThat(pages.html(1)).isEqualTo("4更新");
        assertThat(List.of(pages.html(2), pages.html(1))).as("两篇都读过，都不用再渲染").containsExactly("3别的", "4更新");
    }

    @Test
    void eightReadersTogetherRenderOnce() throws Exception {
        CountDownLatch second = new CountDownLatch(2);
        Pages pages = new Pages(store, body -> {
            rendered.incrementAndGet();
            second.countDown();
            await(second, 500); // 渲染很慢：别人也来渲染，这时就会碰上
            return body;
        });
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<String>> readers = IntStream.range(0, 8).mapToObj(i -> threads.submit(() -> {
                start.await();
                return pages.html(1);
            })).toList();
            start.countDown();
            for (Future<String> reader : readers) {
                assertThat(reader.get()).isEqualTo("旧");
            }
        }
        assertThat(rendered).hasValue(1);
    }

    @Test
    void aSlowReaderDoesNotBringTheOldOneBack() throws Exception {
        CountDownLatch rendering = new CountDownLatch(1);
        CountDownLatch saved = new CountDownLatch(1);
        Pages pages = new Pages(store, body -> {
            if (body.equals("旧")) {
                rendering.countDown();
                await(saved, 10_000);
            }
            return body;
        });
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<String> slow = threads.submit(() -> pages.html(1));
            assertThat(rendering.await(10, TimeUnit.SECONDS)).isTrue();
            pages.save(1, "新");
            saved.countDown();
            slow.get();
        }
        assertThat(pages.html(1)).isEqualTo("新");
    }

    @Test
    void aReaderWhoFoundTheOldRowDoesNotBringItBackEither() throws Exception {
        CountDownLatch found = new CountDownLatch(1);
        CountDownLatch saved = new CountDownLatch(1);
        Pages pages = new Pages(new Store() {

            @Override
            public Post find(long id) {
                Post post = store.find(id);
                if (post.version() == 0) {
                    found.countDown();
                    await(saved, 2_000); // 旧的一行已经查到手里，还没有渲染
                }
                return post;
            }

            @Override
            public void save(long id, String body) {
                store.save(id, body);
            }
        }, body -> body);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<String> slow = threads.submit(() -> pages.html(1));
            assertThat(found.await(10, TimeUnit.SECONDS)).isTrue();
            pages.save(1, "新");
            saved.countDown();
            slow.get();
        }
        assertThat(pages.html(1)).as("save 返回之后才开始的读取").isEqualTo("新");
        assertThat(pages.size()).as("晚到的旧版不留在缓存里").isOne();
    }

    /** 先存的后回来：这时它手里的已经是旧的，不能放进缓存 */
    @Test
    void theFirstOfTwoSavesDoesNotBringItsOwnBack() throws Exception {
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(1);
        Pages pages = new Pages(new Store() {

            @Override
            public Post find(long id) {
                return store.find(id);
            }

            @Override
            public void save(long id, String body) {
                store.save(id, body);
                if (body.equals("先存的")) {
                    stored.countDown();
                    await(other, 2_000);
                }
            }
        }, body -> body);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> first = threads.submit(() -> pages.save(1, "先存的"));
            assertThat(stored.await(10, TimeUnit.SECONDS)).isTrue();
            pages.save(1, "后存的");
            other.countDown();
            first.get();
        }
        assertThat(pages.html(1)).isEqualTo("后存的");
    }

    /** 晚到的旧版把新的挤出去，新的那一版就要再渲染一次 */
    @Test
    void aLateReaderDoesNotPushTheNewOneOut() throws Exception {
        CountDownLatch found = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        AtomicInteger fresh = new AtomicInteger();
        Pages pages = new Pages(new Store() {

            @Override
            public Post find(long id) {
                Post post = store.find(id);
                if (post.version() == 0) {
                    found.countDown();
                    await(read, 2_000);
                }
                return post;
            }

            @Override
            public void save(long id, String body) {
                store.save(id, body);
            }
        }, body -> {
            if (body.equals("新")) {
                fresh.incrementAndGet();
            }
            return body;
        });
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<String> late = threads.submit(() -> pages.html(1));
            assertThat(found.await(10, TimeUnit.SECONDS)).isTrue();
            pages.save(1, "新");
            assertThat(pages.html(1)).isEqualTo("新");
            read.countDown();
            late.get();
        }
        assertThat(pages.html(1)).isEqualTo("新");
        assertThat(fresh).as("新的那一版渲染了几次").hasValue(1);
        assertThat(pages.size()).as("晚到的旧版不留在缓存里").isOne();
    }

    private static void await(CountDownLatch latch, long milliseconds) {
        try {
            latch.await(milliseconds, TimeUnit.MILLISECONDS);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** size 数的可能只是文章：旧的真的放开了，垃圾回收才收得走 */
    @Test
    void oldVersionsAreLetGo() throws Exception {
        List<WeakReference<String>> all = new ArrayList<>();
        Pages pages = new Pages(store, body -> {
            String html = "<p>" + body + "</p>";
            all.add(new WeakReference<>(html));
            return html;
        });
        for (int i = 0; i < 20; i++) {
            pages.save(1, "第 " + i);
            pages.html(1);
        }
        for (int i = 0; i < 50 && held(all) > 1; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(held(all)).as("渲染过二十版，还留着几版").isLessThanOrEqualTo(1);
        assertThat(pages.html(1)).isEqualTo("<p>第 19</p>");
        assertThat(all).as("留着的是最新的一版，不用再渲染").hasSize(20);
    }

    private static long held(List<WeakReference<String>> all) {
        return all.stream().filter(one -> one.get() != null).count();
    }

    @Test
    void oldVersionsDoNotPileUp() {
        Pages pages = new Pages(store, body -> body);
        for (int i = 0; i < 1000; i++) {
            pages.save(1, "第 " + i);
            pages.html(1);
        }
        assertThat(pages.size()).isOne();
        pages.html(2);
        assertThat(pages.size()).as("两篇，各一份").isEqualTo(2);
    }
}

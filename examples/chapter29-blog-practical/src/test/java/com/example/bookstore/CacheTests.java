package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;
import com.example.bookstore.post.Markdown;
import com.example.bookstore.post.Post;
import com.example.bookstore.post.PostForm;
import com.example.bookstore.post.Posts;
import com.example.bookstore.post.Rendered;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;

@DisplayName("缓存：键里带版本，就不用清")
class CacheTests extends Support {

    @Autowired
    Posts posts;

    @Autowired
    Rendered rendered;

    @Autowired
    Markdown markdown;

    @Autowired
    CacheManager caches;

    private long hits() {
        return (long) ((com.github.benmanes.caffeine.cache.Cache<?, ?>) caches.getCache("html").getNativeCache()).stats().hitCount();
    }

    @Test
    void theSecondReaderIsServedFromTheCache() {
        blog.published("lin", "hello", "x", "");
        caches.getCache("html").clear();
        visitor().get("/posts/hello");
        long before = hits();
        visitor().get("/posts/hello");
        assertThat(hits() - before).isOne();
    }

    @Test
    void aSavedPostIsSeenAtOnce() {
        long id = blog.published("lin", "hello", "旧的", "");
        assertThat(visitor().get("/posts/hello").body()).contains("旧的");
        login("lin").post("/desk/posts/" + id, "title", "hello", "body", "新的", "version", "0");
        assertThat(visitor().get("/posts/hello").body()).contains("新的").doesNotContain("旧的");
    }

    /** 读者读到旧的一行，还没放进缓存；作者保存并清了缓存；读者这才把旧的放进去 */
    @Test
    void whoPutsLast() throws Exception {
        long id = blog.published("lin", "hello", "旧的", "");
        Cache bySlug = new ConcurrentMapCache("bySlug");
        String evicting = race(id, (post, put) -> {
            put.run();
            bySlug.put(post.slug(), markdown.html(post.body()));
        }, () -> bySlug.evict("hello"));
        String next = bySlug.get("hello", () -> markdown.html(posts.published("hello").orElseThrow().body()));

        String versioned = race(id, (post, put) -> {
            put.run();
            rendered.html(post);
        }, () -> { });
        String nextVersioned = rendered.html(posts.published("hello").orElseThrow());
        Recording.check("stale.txt", """
                键是 slug，保存时清掉：数据库里是“%s”，下一位读者看到“%s”
                键是编号加版本：      数据库里是“%s”，下一位读者看到“%s”""".formatted(
                evicting, plain(next), versioned, plain(nextVersioned)));
        assertThat(plain(next)).isEqualTo("旧的");
        assertThat(plain(nextVersioned)).isEqualTo(versioned);
    }

    private interface Reader {
        void read(Post post, Runnable beforePut) throws Exception;
    }

    private String race(long id, Reader reader, Runnable evict) throws Exception {
        CountDownLatch hasRead = new CountDownLatch(1);
        CountDownLatch saved = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> reading = threads.submit(() -> {
                Post post = posts.published("hello").orElseThrow();
                hasRead.countDown();
                reader.read(post, () -> await(saved));
                return null;
            });
            await(hasRead);
            int version = posts.published("hello").orElseThrow().version();
            posts.save(id, blog.id("lin"), new PostForm("hello", "第 " + (version + 1) + " 版", "", version));
            evict.run();
            saved.countDown();
            reading.get();
        }
        return posts.published("hello").orElseThrow().body();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static String plain(String html) {
        return html.replaceAll("<[^>]+>", "").strip();
    }
}

package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

// region pages
public class Pages {

    private record Rendered(int version, String html) {
    }

    private final Store store;
    private final UnaryOperator<String> renderer;
    private final Map<Long, Rendered> cache = new ConcurrentHashMap<>();

    public Pages(Store store, UnaryOperator<String> renderer) {
        this.store = store;
        this.renderer = renderer;
    }

    /** 渲染很慢，同一版只渲染一次；保存完成之后开始的读取，看到的是新的 */
    public String html(long id) {
        Post post = store.find(id); // 查一行很快，慢的是渲染
        Rendered rendered = cache.compute(id, (key, old) ->
                old != null && old.version() >= post.version() ? old
                        : new Rendered(post.version(), renderer.apply(post.body())));
        return rendered.html();
    }

    public void save(long id, String body) {
        store.save(id, body);
    }

    /** 缓存里有几份 */
    public int size() {
        return cache.size();
    }
}
// endregion pages

package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

// region pages
public class Pages {

    private final Store store;
    private final UnaryOperator<String> renderer;
    private final Map<Long, String> cache = new ConcurrentHashMap<>();

    public Pages(Store store, UnaryOperator<String> renderer) {
        this.store = store;
        this.renderer = renderer;
    }

    /** 渲染很慢，同一版只渲染一次；保存完成之后开始的读取，看到的是新的 */
    public String html(long id) {
        String cached = cache.get(id);
        if (cached == null) {
            cached = renderer.apply(store.find(id).body());
            cache.put(id, cached);
        }
        return cached;
    }

    public void save(long id, String body) {
        store.save(id, body);
        cache.remove(id);
    }

    /** 缓存里有几份 */
    public int size() {
        return cache.size();
    }
}
// endregion pages

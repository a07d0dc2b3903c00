package com.example.bookstore;

import java.util.List;
import java.util.function.Function;

import org.springframework.cache.annotation.Cacheable;

// region shelf
public class Shelf {

    private final Function<String, List<String>> database;

    public Shelf(Function<String, List<String>> database) {
        this.database = database;
    }

    /**
     * 第几页、每页几本、按什么排；关键字不分大小写，前后的空格不算。
     * 第 10 页以后不缓存。
     */
    @Cacheable(cacheNames = "shelf", key = "#page + #keyword")
    public List<String> search(String keyword, int page, int size,
            String sort) {
        return database.apply(keyword.strip().toLowerCase()
                + "|" + page + "|" + size + "|" + sort);
    }
}
// endregion shelf

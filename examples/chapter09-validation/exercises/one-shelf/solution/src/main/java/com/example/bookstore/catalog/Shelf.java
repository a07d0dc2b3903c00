package com.example.bookstore.catalog;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

// region shelf
/** 书架：记着上架过的 ISBN；几个请求同时使用。 */
public class Shelf {

    /** 978 或 979 开头；后面的每位数字之前可以有一个连字符。 */
    private static final Pattern ISBN = Pattern.compile("97[89](-?[0-9]){10}");

    private final Set<String> isbns = ConcurrentHashMap.newKeySet();

    /**
     * 上架一本书。
     *
     * @return 这次真的上架了是 true；格式不对、已经上架过是 false
     */
    public boolean add(String isbn) {
        if (isbn == null || !ISBN.matcher(isbn).matches()) {
            return false;
        }
        return isbns.add(isbn.replace("-", "")); // 查与写是一步，写的是规范形式
    }

    public int size() {
        return isbns.size();
    }
}
// endregion shelf

package com.example.bookstore.catalog;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

// region shelf
/** 书架：记着上架过的 ISBN；几个请求同时使用。 */
public class Shelf {

    private final Set<String> isbns = ConcurrentHashMap.newKeySet();

    /**
     * 上架一本书。
     *
     * @return 应当是：这次真的上架了是 true；格式不对、已经上架过是 false
     */
    public boolean add(String isbn) {
        if (isbn.replaceAll("[^0-9]", "").length() != 13 || isbns.contains(isbn)) {
            return false;
        }
        isbns.add(isbn);
        return true;
    }

    public int size() {
        return isbns.size();
    }
}
// endregion shelf

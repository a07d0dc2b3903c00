package com.example.order;

// region book
/** 订单服务眼里的书：目录服务的响应里，它只取用得着的三项。 */
public record Book(String isbn, String title, Integer cents) {

    public Book {
        if (title == null || cents == null) {
            throw new IllegalArgumentException("目录服务的响应里缺书名或价格");
        }
    }
}
// endregion book

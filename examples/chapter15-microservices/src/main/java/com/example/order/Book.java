package com.example.order;

// region book
/** 订单服务眼里的书：目录服务的响应里，它只取用得着的三项。 */
public record Book(String isbn, String title, Integer cents) {

    public Book {
        if (title == null || cents == null) {
            throw new IllegalArgumentException("目录服务的响应里缺书名或价格");
        }
        // 书店没有十万元以上的书；99 本的总价也放得进 int
        if (cents < 0 || cents > 10_000_000) {
            throw new IllegalArgumentException("目录服务的价格不对：" + cents);
        }
    }
}
// endregion book

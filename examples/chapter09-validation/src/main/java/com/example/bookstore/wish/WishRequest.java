package com.example.bookstore.wish;

import jakarta.validation.constraints.NotBlank;

/** 书店里没有的书，读者想要：请求体里只有书名。 */
// region request
public record WishRequest(@NotBlank String title) {
}
// endregion request

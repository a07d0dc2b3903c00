/** 书店。{@code @NullMarked}：这个包里没有写 {@code @Nullable} 的类型都不是 null。 */
@NullMarked
package com.example.bookstore;

import org.jspecify.annotations.NullMarked;

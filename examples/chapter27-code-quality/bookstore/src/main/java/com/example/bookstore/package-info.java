/** 书店。字段、参数与返回值，没有写 {@code @Nullable} 的都不是 null。 */
@NullMarked
package com.example.bookstore;

import org.jspecify.annotations.NullMarked;

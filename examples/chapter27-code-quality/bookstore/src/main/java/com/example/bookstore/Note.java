package com.example.bookstore;

import org.springframework.lang.Nullable;

/** 顾客写在订单上的话，可以不写。 */
public final class Note {

    // region note
    public static String of(@Nullable String text) {
        return text == null ? "（没有留言）" : text.strip();
    }

    // endregion note
    private Note() {}
}

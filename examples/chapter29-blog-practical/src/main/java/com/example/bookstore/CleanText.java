package com.example.bookstore;

import org.jspecify.annotations.Nullable;

/** Text that somebody else wrote, in a form or in an address. The end of a line becomes one character, as browsers count it. */
public final class CleanText {

    /** Something to see: neither blanks of any kind nor the letters that show nothing, such as the Hangul filler. */
    public static final String SEEN = "(?s).*[\\p{L}\\p{N}\\p{P}\\p{S}&&[^\\u115F\\u1160\\u2800\\u3164\\uFFA0]].*";

    private CleanText() {
    }

    /** 换行与制表之外的控制字符去掉：PostgreSQL 不收 U+0000，XML 1.0 不收 U+0020 之前的 */
    public static String of(@Nullable String text) {
        return text == null ? ""
                : text.replaceAll("\r(?=\n)|[\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF&&[^\r\n\t]]", "");
    }
}

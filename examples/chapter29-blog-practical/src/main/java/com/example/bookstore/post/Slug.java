package com.example.bookstore.post;

import java.text.Normalizer;
import java.util.Locale;

/** The name of a post in its address. */
final class Slug {

    private static final int LENGTH = 60;

    private Slug() {
    }

    /** 字母、数字与汉字留下，其余换成连字符 */
    static String of(String title) {
        String slug = Normalizer.normalize(title, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{Nd}]+", "-");
        if (slug.codePointCount(0, slug.length()) > LENGTH) {
            slug = slug.substring(0, slug.offsetByCodePoints(0, LENGTH));
        }
        slug = slug.replaceAll("^-+|-+$", "");
        return slug.isEmpty() ? "post" : slug;
    }
}

package com.example.bookstore;

import java.util.regex.Pattern;

/** 顾客这句话里，到底有没有说要这本书、这么多本。不问模型，只看顾客自己打的字。 */
final class Said {

    private static final String[] NUMERALS = {"", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"};

    private Said() {
    }

    // region said
    static boolean wants(String question, String title, int quantity) {
        String plain = java.text.Normalizer.normalize(question, java.text.Normalizer.Form.NFKC);
        return plain.contains(title) && Pattern.compile("(?<![0-9.])" + quantity + "\\s*[本册套]").matcher(plain).find()
                || quantity > 0 && quantity < NUMERALS.length && plain.contains(title)
                        && Pattern.compile("(?<![十百])" + NUMERALS[quantity] + "\\s*[本册套]").matcher(plain).find();
    }
    // endregion said
}

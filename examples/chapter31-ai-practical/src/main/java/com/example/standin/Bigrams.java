package com.example.standin;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** 替身的“嵌入”：数一段文字里相邻的两个字，放进一个固定长度的数组。它不懂同义词。 */
final class Bigrams {

    private static final int SIZE = 4096;

    private Bigrams() {
    }

    /** 每两个相邻的字占一格；两段话共有的格子越多，两个数组的方向越接近。 */
    static float[] embed(String text) {
        float[] vector = new float[SIZE];
        Set<String> pairs = pairs(text);
        for (String pair : pairs) {
            int place = Math.floorMod(pair.hashCode() * 31, SIZE);
            vector[place] = (float) (1 / Math.sqrt(pairs.size()));
        }
        if (pairs.isEmpty()) {
            vector[0] = 1;
        }
        return vector;
    }

    static Set<String> pairs(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{IsHan}a-z0-9]+", " ").strip();
        Set<String> pairs = new HashSet<>();
        for (int i = 0; i + 1 < plain.length(); i++) {
            String pair = plain.substring(i, i + 2);
            if (pair.indexOf(' ') < 0) {
                pairs.add(pair);
            }
        }
        return pairs;
    }

    /** 两段话共有几对相邻的字。 */
    static long overlap(String one, String other) {
        Set<String> pairs = pairs(one);
        return pairs(other).stream().filter(pairs::contains).count();
    }
}

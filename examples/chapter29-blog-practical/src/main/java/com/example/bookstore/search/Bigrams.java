package com.example.bookstore.search;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Cuts text into what the index holds: words of letters and digits, and pairs of Chinese characters. */
public final class Bigrams {

    /** PostgreSQL refuses words of more than 2046 bytes. */
    private static final int LONGEST_WORD = 60;

    private static final String CHINESE = "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}";

    /** 中文与英文之间的空格：有人打，有人不打 */
    private static final Pattern BLANK = Pattern.compile(
            "(?<=[%1$s])[ \\u00A0]+(?=[\\p{L}\\p{N}&&[^%1$s]])|(?<=[\\p{L}\\p{N}&&[^%1$s]])[ \\u00A0]+(?=[%1$s])"
                    .formatted(CHINESE));

    private Bigrams() {
    }

    /** Half-width, lower case, one space for white space: both sides of a search are written alike. */
    public static String normalize(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT)
                .replaceAll("\\s+", " ").strip();
    }

    /** What a search is compared with in the end: a term holds no blank, so the text holds none where it matters not. */
    public static String searchable(String text) {
        return normalize(BLANK.matcher(text).replaceAll(""));
    }

    // region bigrams
    /** “读书笔记”切成“读书 书笔 笔记 记”：最后一个字单独留着，搜一个字时要靠它 */
    public static List<String> of(String text) {
        List<String> tokens = new ArrayList<>();
        for (String run : runs(normalize(text))) {
            int[] points = run.codePoints().toArray();
            if (!isChinese(points[0])) {
                tokens.add(new String(points, 0, Math.min(LONGEST_WORD, points.length)));
                continue;
            }
            for (int i = 0; i < points.length; i++) {
                tokens.add(new String(points, i, Math.min(2, points.length - i)));
            }
        }
        return tokens;
    }
    // endregion bigrams

    /** The text as {@code to_tsvector('simple', …)} takes it. */
    public static String document(String text) {
        return String.join(" ", of(text));
    }

    /** 两个字的照样找；凑不成两个字的，以及英文单词，找以它开头的 */
    static String query(String term) {
        List<String> wanted = new ArrayList<>();
        for (String run : runs(normalize(term))) {
            List<String> tokens = of(run);
            boolean pairs = tokens.size() > 1;
            tokens.subList(0, pairs ? tokens.size() - 1 : 1)
                    .forEach(token -> wanted.add("'" + token + "'" + (pairs ? "" : ":*")));
        }
        return String.join(" & ", wanted);
    }

    private static List<String> runs(String text) {
        List<String> runs = new ArrayList<>();
        StringBuilder run = new StringBuilder();
        int before = 0;
        for (int point : text.codePoints().toArray()) {
            boolean part = Character.isLetterOrDigit(point);
            if (!run.isEmpty() && (!part || isChinese(before) != isChinese(point))) {
                runs.add(run.toString());
                run.setLength(0);
            }
            if (part) {
                run.appendCodePoint(point);
            }
            before = point;
        }
        if (!run.isEmpty()) {
            runs.add(run.toString());
        }
        return runs;
    }

    private static boolean isChinese(int point) {
        return switch (Character.UnicodeScript.of(point)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
            default -> false;
        };
    }
}

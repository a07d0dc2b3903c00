package com.example.bookstore;

import java.time.Duration;
import java.util.regex.Pattern;

/** Patient: one title is enough to keep a core busy. With the argument {@code cured} none is. */
public final class TitleCheck {

    // region sick
    // 一到六十个词，词之间可以有一个空格
    private static final Pattern TITLE = Pattern.compile("^(\\w+ ?){1,60}$");

    static boolean valid(String title) {
        return TITLE.matcher(title).matches();
    }
    // endregion sick

    // region cured
    // 词与词之间必须有空格，于是只有一种切法
    private static final Pattern ONE_WAY = Pattern.compile("^\\w+( \\w+){0,59} ?$");

    static boolean validOneWay(String title) {
        return ONE_WAY.matcher(title).matches();
    }
    // endregion cured

    private TitleCheck() {
    }

    /** @param args {@code cured} for the pattern that backtracks little */
    public static void main(String[] args) {
        boolean cured = args.length > 0 && args[0].equals("cured");
        Visits.start("visitor-1", Duration.ofMillis(2), number -> {
            // region titles
            // 第一千位顾客输入的书名末尾多了一个叹号
            String title = "The Art of Computer Programming Fundamental Algorithms"
                    + (number % 1000 == 0 ? "!" : "");
            boolean valid = cured ? validOneWay(title) : valid(title);
            // endregion titles
        });
    }
}

package com.example.bookstore;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** 把不该离开书店的东西遮住：手机号、身份证号、银行卡号、邮箱、密钥。 */
final class Redactor {

    private record Rule(Pattern pattern, String shown) {
    }

    // 只认常见的分组：要是在哪里隔开都算，两个日期、一排价格就会凑成一个号码
    private static final String ID = "\\d{6}[ -]?\\d{8}[ -]?\\d{3}[\\dXx]";
    private static final String CARD = "\\d{4}(?:[ -]?\\d{4}){3}(?:[ -]?\\d{3})?"
            + "|\\d{15,19}|\\d{6}[ -]\\d{13}|\\d{4}[ -]\\d{6}[ -]\\d{5}";
    private static final String PHONE = "1[3-9]\\d[ -]?\\d{4}[ -]?\\d{4}"
            + "|1[3-9]\\d\\d[ -]\\d{3}[ -]?\\d{4}|1[3-9]\\d\\d[ -]\\d{4}[ -]\\d{3}";

    private static final List<Rule> RULES = List.of(
            new Rule(Pattern.compile("\\bsk-[A-Za-z0-9_-]{6,}"), "[密钥]"),
            new Rule(Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+"), "[邮箱]"),
            new Rule(alone(ID), "[证件号]"),
            new Rule(alone(CARD), "[卡号]"),
            new Rule(alone("(?:\\+?86[ -]?)?(?:" + PHONE + ")"), "[手机号]"));

    /** 前后不能再有数字。 */
    private static Pattern alone(String number) {
        return Pattern.compile("(?<!\\d)(?:" + number + ")(?!\\d)");
    }

    static String mask(String text) {
        String masked = text;
        for (Rule rule : RULES) {
            masked = mask(masked, rule);
        }
        return masked;
    }

    /** What adds nothing to see: zero-width characters, variation selectors, the keycap's frame. */
    private static final Set<Integer> UNSEEN = Set.of((int) Character.FORMAT,
            (int) Character.NON_SPACING_MARK, (int) Character.ENCLOSING_MARK);

    /** Control characters are unseen too, but a tab or a line break separates; so are the Hangul fillers. */
    private static boolean unseen(int one) {
        return UNSEEN.contains(Character.getType(one)) || Character.isISOControl(one) && !Character.isWhitespace(one)
                || "\u115f\u1160\u3164\uffa0".indexOf(one) >= 0;
    }

    /** 在换成半角的样子里找，遮住的是原文里的那一段；原文别的字不动。 */
    private static String mask(String original, Rule rule) {
        int[] text = original.codePoints().toArray();
        // 看不见的字（U+200B、变体选择符等）找的时候跳过
        int[] places = IntStream.range(0, text.length)
                .filter(i -> !unseen(text[i])).toArray();
        Matcher matcher = rule.pattern().matcher(plain(text, places));
        StringBuilder masked = new StringBuilder();
        int done = 0;
        while (matcher.find()) {
            masked.append(new String(text, done, places[matcher.start()] - done))
                    .append(rule.shown());
            done = places[matcher.end() - 1] + 1;
        }
        return masked.append(new String(text, done, text.length - done)).toString();
    }

    /** 看得见的字，样子相近的换成同一个；第几个在原文的哪里，由 places 说。 */
    private static String plain(int[] text, int[] places) {
        StringBuilder plain = new StringBuilder();
        for (int place : places) {
            int one = text[place];
            plain.append(Character.isDigit(one) // 哪种文字的数字都算
                    ? (char) ('0' + Character.digit(one, 10))
                    : one >= '！' && one <= '～' ? (char) (one - '！' + '!') // 全角的
                    // 不换行的空格、制表符、换行
                    : Character.isSpaceChar(one) || Character.isWhitespace(one) ? ' '
                    : one == '\u2212' // 减号，样子与横线一样
                    || Character.getType(one) == Character.DASH_PUNCTUATION ? '-'
                    : Character.isBmpCodePoint(one) ? (char) one : '\uFFFD');
        }
        return plain.toString();
    }

    private Redactor() {
    }
}

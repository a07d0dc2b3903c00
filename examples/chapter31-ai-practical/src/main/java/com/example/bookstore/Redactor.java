package com.example.bookstore;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** 把不该离开书店的东西遮住：手机号、身份证号、银行卡号、邮箱、密钥。 */
final class Redactor {

    // region rules
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
    // endregion rules

    // region plain
    /** 在换成半角的样子里找，遮住的是原文里的那一段；原文别的字不动。 */
    private static String mask(String original, Rule rule) {
        Matcher matcher = rule.pattern().matcher(halfWidth(original));
        StringBuilder masked = new StringBuilder();
        int done = 0;
        while (matcher.find()) {
            masked.append(original, done, matcher.start()).append(rule.shown());
            done = matcher.end();
        }
        return masked.append(original, done, original.length()).toString();
    }

    /** 全角的换成半角，一个换一个，位置不变。 */
    private static String halfWidth(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one >= '！' && one <= '～') {
                plain.setCharAt(i, (char) (one - '！' + '!'));
            }
            else if (Character.isSpaceChar(one) || one == '\t') {
                // 全角的空格不在那一排里；从网页、表格里复制来的，常常是不换行的空格、制表符
                plain.setCharAt(i, ' ');
            }
            else if (Character.getType(one) == Character.DASH_PUNCTUATION) {
                plain.setCharAt(i, '-');
            }
        }
        return plain.toString();
    }
    // endregion plain

    private Redactor() {
    }
}

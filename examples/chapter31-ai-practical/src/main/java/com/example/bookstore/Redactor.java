package com.example.bookstore;

import java.util.List;
import java.util.regex.Pattern;

/** 把不该离开书店的东西遮住：手机号、身份证号、银行卡号、邮箱、密钥。 */
final class Redactor {

    // region rules
    private record Rule(Pattern pattern, String shown) {
    }

    private static final List<Rule> RULES = List.of(
            new Rule(Pattern.compile("\\bsk-[A-Za-z0-9_-]{6,}"), "[密钥]"),
            new Rule(Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+"), "[邮箱]"),
            new Rule(Pattern.compile("(?<!\\d)\\d{17}[\\dXx](?!\\d)"), "[证件号]"),
            new Rule(Pattern.compile("(?<!\\d)\\d(?:[ -]?\\d){14,18}(?!\\d)"), "[卡号]"),
            new Rule(Pattern.compile(
                    "(?<!\\d)(?:\\+?86[ -]?)?1[3-9]\\d(?:[ -]?\\d){8}(?!\\d)"), "[手机号]"));

    static String mask(String text) {
        String masked = text;
        for (Rule rule : RULES) {
            masked = rule.pattern().matcher(masked).replaceAll(rule.shown());
        }
        return masked;
    }
    // endregion rules

    private Redactor() {
    }
}

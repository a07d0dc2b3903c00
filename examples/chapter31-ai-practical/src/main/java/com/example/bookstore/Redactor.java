package com.example.bookstore;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** 把不该离开书店的东西遮住：手机号、身份证号、银行卡号、邮箱、密钥。 */
final class Redactor {

    // region rules
    private record Rule(Pattern pattern, String shown) {

        List<MatchResult> in(String text) {
            return pattern.matcher(text).results()
                    .filter(found -> !BOOK.matcher(found.group()).matches()).toList();
        }
    }

    // 978、979 开头的十三位是书号，不遮
    private static final Pattern BOOK = Pattern.compile("97[89](?:[ -]?\\d){10}");

    private static final List<Rule> RULES = List.of(
            new Rule(Pattern.compile("\\bsk-[A-Za-z0-9_-]{6,}"), "[密钥]"),
            new Rule(Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+"), "[邮箱]"),
            new Rule(Pattern.compile("(?<!\\d)\\d{17}[\\dXx](?!\\d)"), "[证件号]"),
            new Rule(Pattern.compile("(?<!\\d)(?:" + BOOK
                    + "|\\d(?:[ -]?\\d){14,18})(?!\\d)"), "[卡号]"),
            new Rule(Pattern.compile(
                    "(?<!\\d)(?:\\+?86[ -]?)?1[3-9]\\d(?:[ -]?\\d){8}(?!\\d)"), "[手机号]"));

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
        Plain plain = Plain.of(original);
        StringBuilder masked = new StringBuilder();
        int done = 0;
        for (MatchResult found : rule.in(plain.text())) {
            masked.append(original, done, Math.max(done, plain.starts().get(found.start())))
                    .append(rule.shown());
            done = plain.ends().get(found.end() - 1);
        }
        return masked.append(original, done, original.length()).toString();
    }

    /** 换成半角的文字，以及它的每个字在原文里从哪里到哪里：一个字可能变成几个。 */
    private record Plain(String text, List<Integer> starts, List<Integer> ends) {

        static Plain of(String original) {
            StringBuilder text = new StringBuilder();
            List<Integer> starts = new ArrayList<>();
            List<Integer> ends = new ArrayList<>();
            for (int at = 0, next; at < original.length(); at = next) {
                next = original.offsetByCodePoints(at, 1);
                String part = Normalizer.normalize(original.substring(at, next),
                        Normalizer.Form.NFKC);
                text.append(part);
                for (int i = 0; i < part.length(); i++) {
                    starts.add(at);
                    ends.add(next);
                }
            }
            return new Plain(text.toString(), starts, ends);
        }
    }
    // endregion plain

    private Redactor() {
    }
}

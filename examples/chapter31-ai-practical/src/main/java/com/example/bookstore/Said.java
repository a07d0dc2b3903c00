package com.example.bookstore;

import java.text.Normalizer;
import java.util.regex.Pattern;

/** 顾客这句话里，到底有没有说要这本书、这么多本。不问模型，只看顾客自己打的字。 */
final class Said {

    private static final String[] NUMERALS = {"", "一", "[二两]", "三", "四", "五", "六", "七", "八", "九", "十"};

    private Said() {
    }

    static boolean wants(String question, String title, int quantity) {
        if (quantity < 1 || quantity > 10) {
            return false;
        }
        // 书名里也有全角的标点，两边换成同一种写法
        String plain = halfWidth(question);
        String book = Pattern.quote(halfWidth(title));
        // 没用书名号，书名后面有停顿的，替它加上：“1984，2 本”里，前一个数是书名
        if (!plain.contains("《")) {
            plain = plain.replaceAll("(?<!\\p{N})" + book
                    + "(?=[\\s,、:])(?!\\s*[本册套部份])", "《$0》");
        }
        // “一部分”“三部曲”不是数量：部与份后面要是书名，或者不是汉字
        String unit = "(?:[本册套]|[部份](?!(?!%s)\\p{IsHan}))".formatted(book);
        // 前面还有数字的不算：“一百零三本”不是三本，“1e2 本”不是 2 本；
        // “第 2 本”“两到三本”“几十本”“二分之一本”“-2 本”也不算
        String many = ("(?<![\\p{N}零一二两三四五六七八九十拾廿卅卌"
                + "壹贰叁肆伍陆柒捌玖百佰千仟万萬亿億兆几数第负](?:"
                + "\\s{0,9}(?:[到至或和点又]|分之)\\s{0,9}|[^\\p{IsHan}》]{0,20}))(?<![−-])"
                + "(?:%d|%s)\\s*%s").formatted(quantity, NUMERALS[quantity], unit);
        // 用了书名号，里面就要一字不差；没给这一本用，就要紧跟在数量后面
        String named = plain.contains("《")
                ? "《" + book + "》|" + many + "\\s*" + book : book;
        return Pattern.compile(named).matcher(plain).find()
                && Pattern.compile(many).matcher(plain).find();
    }

    private static String halfWidth(String text) {
        // 零宽的字看不见，夹在数字里会把一个数拆成两个
        return Normalizer.normalize(text, Normalizer.Form.NFKC).replaceAll("\\p{Cf}", "");
    }
}

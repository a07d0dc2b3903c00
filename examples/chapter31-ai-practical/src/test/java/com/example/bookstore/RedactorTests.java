package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("该遮的遮住，不该遮的不动")
class RedactorTests {

    @ParameterizedTest
    @CsvSource({"我的电话 13800138000,我的电话 [手机号]", "138 0013 8000,[手机号]", "+8613800138000,[手机号]", "打 86-13800138000 找我,打 [手机号] 找我",
        "写信到 li@example.com 吧,写信到 [邮箱] 吧",
        "卡号 6222 0212 3456 7890 123,卡号 [卡号]", "978-7-5366-9293-0 6222 0212 3456 7890 123,978-7-5366-9293-0 [卡号]", "978 6222 0212 3456 7890,978 [卡号]", "6222021234567890 123,[卡号]",
        "622202 1234567890123,[卡号]", "3782-822463-10005,[卡号]", "1380 013 8000,[手机号]", "1380-0138-000,[手机号]", "008613800138000,[卡号]",
        "身份证 11010519491231002X,身份证 [证件号]", "110105 19491231 002x,[证件号]", "密钥是 sk-abc123DEF456,密钥是 [密钥]"})
    @DisplayName("遮住")
    void masks(String typed, String sent) {
        assertThat(Redactor.mask(typed)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"电话１３８００１３８０００，谢谢,电话[手机号]，谢谢", "＋８６ １３８ ００１３ ８０００,[手机号]", "138００１３8000,[手机号]",
        "写信到ｌｉ＠ｅｘａｍｐｌｅ．ｃｏｍ吧,写信到[邮箱]吧", "卡号６２２２－０２１２－３４５６－７８９０－１２３,卡号[卡号]",
        "身份证１１０１０５１９４９１２３１００２Ｘ,身份证[证件号]", "密钥ｓｋ－ａｂｃ１２３ＤＥＦ４５６,密钥[密钥]",
        "①13800138000，②１３９００１３９０００,①[手机号]，②[手机号]", "１３８　００１３　８０００,[手机号]",
        "①𠮷㎏Ａ１３８００１３８０００Ｂ㎏①，１３９００１３９０００,①𠮷㎏Ａ[手机号]Ｂ㎏①，[手机号]"})
    @DisplayName("全角的也遮住，原文里别的字一个不动，连全角的标点与会变长的“㎏”也不动")
    void masksFullWidth(String typed, String sent) {
        assertThat(Redactor.mask(typed)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"138\u00a00013\u00a08000,[手机号]", "卡号 6222\u202f0212\u202f3456\u202f7890,卡号 [卡号]", "138\u20110013\u20118000,[手机号]",
        "138–0013–8000 与 2026–11–25,[手机号] 与 2026–11–25", "138−0013−8000 与 2026−11−25,[手机号] 与 2026−11−25"})
    @DisplayName("看上去一样的空格与横线也认得：不换行的空格、制表符、换行，不换行的连字符、连接号、减号")
    void masksOtherBlanksAndDashes(String typed, String sent) {
        assertThat(Redactor.mask(typed)).isEqualTo(sent);
        assertThat(Redactor.mask("小李\t138\t0013\t8000")).isEqualTo("小李\t[手机号]");
        assertThat(Redactor.mask("卡号\n6222 0212\n3456 7890\u2028123\n谢谢")).isEqualTo("卡号\n[卡号]\n谢谢");
    }

    @ParameterizedTest
    @CsvSource({"138\u200b00138000,[手机号]", "1\ufeff3800138000，谢谢,[手机号]，谢谢", "138\u2060 0013\u00ad8000,[手机号]", "li\u200b@example.com,[邮箱]",
        "sk-abc\u200d123DEF456,[密钥]", "卡号 6222\u200b0212\u200b3456\u200b7890,卡号 [卡号]", "订单 2026\u200b1125001,订单 2026\u200b1125001",
        "👨\u200d👩\u200d👧 13800138000 \u200b完,👨\u200d👩\u200d👧 [手机号] \u200b完",
        "1\ufe0f38\ufe0f00138000,[手机号]", "1\ufe0f\u20e33\ufe0f\u20e38\ufe0f\u20e300138000 ❤\ufe0f,[手机号] ❤\ufe0f", "138\udb40\udd0000138000,[手机号]",
        "138\b00138000,[手机号]", "138\u007f00138000,[手机号]", "138\u316400138000\u3164,[手机号]\u3164", "1\u115f3800138000,[手机号]"})
    @DisplayName("夹了看不见的字也认得，号码之外的一个不动")
    void masksInvisible(String typed, String sent) {
        assertThat(Redactor.mask(typed)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"\u0661\u0663\u0668\u0660\u0660\u0661\u0663\u0668\u0660\u0660\u0660,[手机号]", "१३८ ००१३ ८०००,[手机号]", "𝟏𝟑𝟖𝟎𝟎𝟏𝟑𝟖𝟎𝟎𝟎𠮷,[手机号]𠮷",
        "𐀰13800138000𐀰,𐀰[手机号]𐀰", "2\u06613800138000,2\u06613800138000"})
    @DisplayName("别的文字的数字也认得，“𠮷”这样占两个 char 的字不会当成数字")
    void masksOtherDigits(String typed, String sent) {
        assertThat(Redactor.mask(typed)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"一三八零零一三八零零零", "138.0013.8000", "138 00 13 80 00", "138  0013  8000", "①③⑧⓪⓪①③⑧⓪⓪⓪", "住在书香路 5 号的小李",
        "(138)00138000", "138/0013/8000", "138_0013_8000", "李@example.com", "li@书店.公司", "密钥 AKIAEXAMPLE", "密钥 sk_live_abcdefgh"})
    @DisplayName("认不出来的：汉字写的、带圈的数字，用点、斜线、括号或者两个空格隔开的，不是常见分组的，带汉字的邮箱，不以 sk- 开头的密钥，名字与住址")
    void misses(String typed) {
        assertThat(Redactor.mask(typed)).isEqualTo(typed);
    }

    @ParameterizedTest
    @CsvSource({"买２本《三体》", "订单２０２６１１２５００１到哪了", "买 2 本《三体》", "订单 20261125001 到哪了", "2026-11-25 2026-11-26 之间出版的", "139 45 68 1280 是四本书的价格", "68 39 45 128 59 99 35 22", "10 11 12 13 14 15 16 17",
        "端口 8080 被占用", "ISBN 9787536692930",
        "ISBN 978-7-5366-9293-0 要 10 本", "978-7-5366-9293-0 10 本", "买 9787536692930 12 本",
        "978-7-5366-9293-0 978-7-5063-6543-7", "９７８－７－５３６６－９２９３－０ 9787506365437 979-1-2345-6789-6"})
    @DisplayName("不动")
    void keeps(String typed) {
        assertThat(Redactor.mask(typed)).isEqualTo(typed);
    }

    @Test
    @DisplayName("看错的：三个价格，样子与手机号一样")
    void looksLikeANumber() {
        assertThat(Redactor.mask("139 1280 4568 是三套书的价格")).isEqualTo("[手机号] 是三套书的价格");
    }
}

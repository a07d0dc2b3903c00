package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("该遮的遮住，不该遮的不动")
class RedactorTests {

    @ParameterizedTest
    @CsvSource({"我的电话 13800138000,我的电话 [手机号]", "138 0013 8000,[手机号]", "+8613800138000,[手机号]", "打 86-13800138000 找我,打 [手机号] 找我",
        "写信到 li@example.com 吧,写信到 [邮箱] 吧",
        "卡号 6222 0212 3456 7890 123,卡号 [卡号]", "身份证 11010519491231002X,身份证 [证件号]", "密钥是 sk-abc123DEF456,密钥是 [密钥]"})
    @DisplayName("遮住")
    void masks(String typed, String sent) {
        assertThat(Redactor.mask(typed)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"买 2 本《三体》", "订单 20261125001 到哪了", "端口 8080 被占用", "ISBN 9787536692930"})
    @DisplayName("不动")
    void keeps(String typed) {
        assertThat(Redactor.mask(typed)).isEqualTo(typed);
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("顾客自己说过没有")
class SaidTests {

    @ParameterizedTest
    @CsvSource({"买 2 本《三体》,三体,2", "我要两本三体,三体,2", "来２本《三体》,三体,2", "订十册《活着》,活着,10", "《活着》要 3 套,活着,3",
        "要 1 本《三体：黑暗森林》,三体：黑暗森林,1", "要 1 本《三体:黑暗森林》,三体：黑暗森林,1",
        "《三体》，2 本,三体,2", "《三体 1》：2 本,三体 1,2", "买三体 3 本，活着 2 本,活着,2", "买三\u200b体 2 本,三体,2", "买三体 3 本,三体,3", "买 2 本三体，再要 1 本《活着》,三体,2", "买 2 本三体，再要 1 本《活着》,活着,1", "要 2 本《三体》和 3 本《活着》,活着,3"})
    @DisplayName("说过的")
    void said(String question, String title, int quantity) {
        assertThat(Said.wants(question, title, quantity)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"先不要买 2 本《三体》,三体,2", "《三体》是一本怎样的书,三体,1", "买 2 本《三体》和 3 本《活着》,活着,2"})
    @DisplayName("看错的：不懂否定，也分不清哪个数量是哪本书的")
    void misread(String question, String title, int quantity) {
        assertThat(Said.wants(question, title, quantity)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"买 2 本《三体》,三体,9", "买 2 本《三体》,活着,2", "买 12 本《三体》,三体,2", "买二十本《三体》,三体,10",
        "连接池耗尽了怎么办,二手书大全,9", "三体好看吗,三体,1", "买十一本三体,三体,1", "买 2 本《三体》,三体,0", "《三体》第一本讲什么,三体,1",
        "买一百零三本《三体》,三体,3", "买一千三本三体,三体,3", "买两万两本《三体》,三体,2", "买廿三本《三体》,三体,3", "买 2 亿 3 本《三体》,三体,3", "买壹佰两本《三体》,三体,2", "买几十本《三体》,三体,10", "要数十册三体,三体,10", "买拾三本《三体》,三体,3", "买卅三本《三体》,三体,3", "买一萬三本《三体》,三体,3", "买 1  2 本《三体》,三体,2", "买 ½ 本《三体》,三体,2", "我要《三体》第 2 本,三体,2",
        "《三体》第二、三本讲什么,三体,3", "买 2-3 本《三体》,三体,3", "买 2–3 本《三体》,三体,3", "买 2—3 本《三体》,三体,3", "买两到三本三体,三体,3", "买 1 或 3 本《三体》,三体,3", "《三体》第 1 和 2 本讲什么,三体,2", "买２～３本《三体》,三体,3",
        "买 1e2 本《三体》,三体,2", "买 1e-2 本《三体》,三体,2", "买 1×2 本《三体》,三体,2", "买 1+2 本《三体》,三体,2", "买 1_2 本《三体》,三体,2", "买 1，2 本《三体》,三体,2", "买 0x2 本《三体》,三体,2", "买 1点2 本《三体》,三体,2",
        "买 -2 本《三体》,三体,2", "买 −2 本《三体》,三体,2", "买负两本《三体》,三体,2", "买 1\u200b2 本《三体》,三体,2", "买 1\ufeff2 本《三体》,三体,2", "买 \u06612 本《三体》,三体,2",
        "买 3 本《三体全集》,三体,3", "只要还活着，就来 2 本《三体》,活着,2", "买 3 本《三体》，还活着就再来,活着,3"})
    @DisplayName("没有说过的")
    void notSaid(String question, String title, int quantity) {
        assertThat(Said.wants(question, title, quantity)).isFalse();
    }
}

package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void chineseCharactersTakeTwoColumns() {
        Table table = new Table("请求", "状态", "正文").row("GET /", 200, "书").row("POST /books", 404, "");
        assertThat(table).hasToString("""
                请求         状态  正文
                GET /        200   书
                POST /books  404
                """);
    }

    @Test
    void anEmptyCellKeepsItsColumn() {
        assertThat(new Table("", "甲").row("x", null)).hasToString("""
                   甲
                x  null
                """);
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        Table table = new Table("甲", "乙");
        assertThatThrownBy(() -> table.row("x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 cells in a table of 2 columns: [x]");
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

import com.example.book.Compilation;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("编译报错：javac 说系统的语言，中英文各录一份")
class CompileErrorsTest {

    @Test
    @DisplayName("用了中文分号")
    void chineseSemicolon() {
        check("ChineseSemicolon", "chinese-semicolon.txt", "illegal character: '\\uff1b'", "非法字符: '\\uff1b'");
    }

    @Test
    @DisplayName("忘了 import")
    void missingImport() {
        check("MissingImport", "cannot-find-symbol.txt", "cannot find symbol", "找不到符号");
    }

    @Test
    @DisplayName("public 类名与文件名不一致")
    void wrongFileName() {
        check("WrongFileName", "wrong-file-name.txt", "should be declared in a file named", "应在名为");
    }

    @Test
    @DisplayName("照抄 Boot 3 的测试 import")
    void oldTestImport() {
        check("OldTestImport", "old-test-import.txt",
                "package org.springframework.boot.test.autoconfigure.web.servlet does not exist",
                "程序包org.springframework.boot.test.autoconfigure.web.servlet不存在");
    }

    @Test
    @DisplayName("@MockBean 已经移除")
    void oldMockBean() {
        check("OldMockBean", "old-mock-bean.txt",
                "package org.springframework.boot.test.mock.mockito does not exist",
                "程序包org.springframework.boot.test.mock.mockito不存在");
    }

    @Test
    @DisplayName("照抄 Boot 3 的 ObjectMapper")
    void oldObjectMapper() {
        check("OldObjectMapper", "old-object-mapper.txt",
                "package com.fasterxml.jackson.databind does not exist", "程序包com.fasterxml.jackson.databind不存在");
    }

    @Test
    @DisplayName("照抄 Boot 2 的 javax.servlet")
    void javaxImport() {
        check("JavaxImport", "javax-import.txt",
                "package javax.servlet.http does not exist", "程序包javax.servlet.http不存在");
    }

    @Test
    @DisplayName("照抄 Boot 3 的 DataSourceAutoConfiguration；改了 import 就能编译")
    void oldExclude() {
        check("OldExclude", "old-exclude.txt",
                "package org.springframework.boot.autoconfigure.jdbc does not exist",
                "程序包org.springframework.boot.autoconfigure.jdbc不存在");
        assertThat(Compilation.errors("failures/NewExclude.java")).isEmpty();
    }

    @Test
    @DisplayName("照抄 JUnit 4 的测试；改成 JUnit Jupiter 就能编译")
    void oldJunit() {
        check("OldJunit", "old-junit.txt", "package org.junit does not exist", "程序包org.junit不存在");
        assertThat(Compilation.errors("failures/NewJunit.java")).isEmpty();
    }

    private static void check(String source, String recorded, String english, String chinese) {
        String path = "failures/" + source + ".java";
        String inEnglish = Compilation.errors(path);
        String inChinese = Compilation.errors(path, Locale.SIMPLIFIED_CHINESE);
        assertThat(inEnglish).contains(english);
        assertThat(inChinese).contains(chinese);
        Recording.check(recorded, first(inEnglish) + first(inChinese));
    }

    /** The compiler's first error, without those that follow from it. */
    private static String first(String errors) {
        return errors.split("(?m)^(?=failures/)")[0];
    }
}

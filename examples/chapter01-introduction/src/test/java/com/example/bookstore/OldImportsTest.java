package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

import com.example.book.Compilation;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Boot 2、3 时代的 import")
class OldImportsTest {

    @Test
    @DisplayName("三个旧包在 Boot 4 的类路径上都不存在")
    void oldPackagesAreGone() {
        String english = Compilation.errors("failures/OldImports.java");
        String chinese = Compilation.errors("failures/OldImports.java", Locale.CHINA);
        assertThat(english).contains("package javax.servlet.http does not exist");
        Recording.check("old-imports-en.txt", packages(english, "package "));
        Recording.check("old-imports-zh.txt", packages(chinese, "程序包"));
    }

    private static String packages(String errors, String word) {
        return errors.lines().filter(line -> line.contains(word))
                .collect(java.util.stream.Collectors.joining("\n"));
    }
}

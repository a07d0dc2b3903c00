package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupplierFileTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("读出 GBK 文件里的书名")
    void readsGbk() throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, "活着\n平凡的世界\n".getBytes(Charset.forName("GBK")));
        assertThat(SupplierFile.titles(file)).containsExactly("活着", "平凡的世界");
    }

    @Test
    @DisplayName("送来的不是 GBK：报错，不要读成另一串字")
    void refusesWhatIsNotGbk() throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, "书\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> SupplierFile.titles(file)).isInstanceOf(CharacterCodingException.class);
    }
}

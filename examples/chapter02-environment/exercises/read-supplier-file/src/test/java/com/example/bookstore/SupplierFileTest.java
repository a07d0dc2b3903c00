package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    @DisplayName("GB2312 里没有的字，Windows 的换行")
    void readsWhatGb2312DoesNotHave() throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, "朱镕基讲话实录\r\n活着\r\n".getBytes(Charset.forName("GBK")));
        assertThat(SupplierFile.titles(file)).containsExactly("朱镕基讲话实录", "活着");
    }

    @Test
    @DisplayName("英文书名在两种编码里是同样的字节，照读")
    void readsAscii() throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, "Effective Java\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(SupplierFile.titles(file)).containsExactly("Effective Java");
    }

    @ParameterizedTest(name = "UTF-8 的“{0}”")
    @ValueSource(strings = {"书", "活着", "三体", "余华", "呐喊\n彷徨", "Effective Java\n活着", "Java 编程"})
    @DisplayName("送来的是 UTF-8：报错，不要读成另一串字")
    void refusesUtf8(String titles) throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.writeString(file, titles, StandardCharsets.UTF_8);
        assertThatThrownBy(() -> SupplierFile.titles(file)).isInstanceOf(IOException.class);
    }

    @Test
    @DisplayName("字节在 GBK 里读不通：报错")
    void refusesBrokenBytes() throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, new byte[] {(byte) 0xBB, (byte) 0xEE, (byte) 0xFF, '\n'});
        assertThatThrownBy(() -> SupplierFile.titles(file)).isInstanceOf(IOException.class);
    }
}

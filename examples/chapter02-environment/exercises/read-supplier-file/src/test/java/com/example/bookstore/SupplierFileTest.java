package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

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
    @DisplayName("“通史”两个字的 GBK 字节恰好也读得通 UTF-8，整个文件读不通，就照读")
    void readsALineThatCouldBeUtf8() throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, "活着\n通史\n".getBytes(Charset.forName("GBK")));
        assertThat(SupplierFile.titles(file)).containsExactly("活着", "通史");
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

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"BBEEFF0A", "BBEED7C50ABB", "9439FC360A"})
    @DisplayName("字节在 GBK 里读不通：有坏字节，末尾只有半个字，GB18030 才有的四字节")
    void refusesBrokenBytes(String bytes) throws IOException {
        Path file = folder.resolve("titles.txt");
        Files.write(file, HexFormat.of().parseHex(bytes));
        assertThatThrownBy(() -> SupplierFile.titles(file)).isInstanceOf(IOException.class);
    }
}

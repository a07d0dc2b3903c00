package com.example.bookstore;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("上传读不成：是对方拼错了，还是我们存不下")
class UploadFolderTests {

    @TempDir
    static Path root;

    @LocalServerPort
    int port;

    @DynamicPropertySource
    static void folder(DynamicPropertyRegistry registry) throws IOException {
        // 临时目录的位置上是一个文件：Tomcat 建不出目录来
        Path notAFolder = Files.writeString(root.resolve("uploads"), "");
        registry.add("spring.servlet.multipart.location", notAFolder::toString);
    }

    private HttpResponse<String> upload(String type) {
        return Http.send(port, "POST /books/1/cover", List.of("Content-Type: " + type),
                "--c\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n"
                        + "\r\nx\r\n--c--\r\n");
    }

    @Test
    @DisplayName("临时目录用不了：500，日志里一行 ERROR，写着原因；原因不出去")
    void notTheirFault(CapturedOutput output) {
        HttpResponse<String> response = upload("multipart/form-data; boundary=c");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("\"code\":\"INTERNAL_ERROR\"")
                .doesNotContain("uploads");
        assertThat(output.toString()).contains("The temporary upload location");
        assertThat(output.toString().lines().filter(line -> line.contains(" ERROR ")))
                .hasSize(1);
    }
}

package com.example.bookstore;

import java.time.Duration;
import java.util.List;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("求书时书名是空白")
class BlankWishTests {

    @Autowired
    RestTestClient client;

    private static List<String> resolved(CapturedOutput log) {
        return log.getAll().lines().filter(line -> line.contains("wishRequest")).toList();
    }

    @Test
    @DisplayName("title 是 null、空串、空格、没有这个键：400；控制台各有一行 WARN，写着字段与原因")
    void everyKindOfBlank(CapturedOutput log) {
        for (String body : new String[] {"{\"title\": \"  \"}", "{\"title\": \"\"}",
                "{\"title\": null}", "{}"}) {
            client.post().uri("/wishes").contentType(MediaType.APPLICATION_JSON).body(body)
                    .exchange().expectStatus().isBadRequest();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> resolved(log).size() == 4);
        assertThat(resolved(log)).allSatisfy(line -> assertThat(line).contains(" WARN ", "'title'", "[不能为空]"));
        String line = resolved(log).getFirst();
        Recording.check("wish-log.txt", line.substring(line.indexOf("Resolved")));
    }
}

package com.example.messages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import com.example.probe.ExceptionRecorder;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.MethodArgumentNotValidException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
        classes = {BookstoreApplication.class, ExceptionRecorder.class})
@AutoConfigureRestTestClient
@DisplayName("消息用哪种语言")
class MessageTests {

    static final String BAD_BOOK = """
            {"isbn": "1", "title": "凤凰架构", "price": 99, "authors": [{"name": ""}]}""";

    @Autowired
    RestTestClient client;

    @Autowired
    ExceptionRecorder recorder;

    @Test
    @DisplayName("有 Accept-Language 听它的；没有就听 spring.web.locale，再没有听 JVM 的")
    void languages() {
        Table table = new Table("Accept-Language", "JVM", "消息");
        for (String language : List.of("zh-CN", "zh-TW", "en-US", "ko", "*")) {
            table.row(language, "zh_CN", messages(client, recorder, language));
        }
        table.row("（没有）", "zh_CN", messages(client, recorder, null));
        table.row("（没有）", "en_US", inEnglishJvm());
        table.row("（没有），spring.web.locale=zh_CN", "en_US",
                inEnglishJvm("--spring.web.locale=zh_CN"));
        try (var fixed = new SpringApplicationBuilder(BookstoreApplication.class,
                ExceptionRecorder.class).run("--server.port=0", "--spring.web.locale=zh_CN",
                        "--spring.web.locale-resolver=fixed")) {
            table.row("en-US，但 locale-resolver=fixed", "zh_CN",
                    messages(client(fixed.getEnvironment().getProperty("local.server.port")),
                            fixed.getBean(ExceptionRecorder.class), "en-US"));
        }
        Recording.check("languages.txt", table.toString());
    }

    @Test
    @DisplayName("只设 locale-resolver=fixed，不设 locale：启动失败")
    void fixedNeedsALocale() {
        Throwable failure = catchThrowable(
                () -> new SpringApplicationBuilder(BookstoreApplication.class)
                        .run("--server.port=0", "--spring.web.locale-resolver=fixed"));
        assertThat(failure).hasRootCauseMessage("'locale' must not be null");
        Recording.check("fixed-locale.txt", "Caused by: " + NestedExceptionUtils.getRootCause(failure));
    }

    private static RestTestClient client(String port) {
        return RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
    }

    private static String messages(RestTestClient client, ExceptionRecorder recorder,
            String language) {
        var request = client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body(BAD_BOOK);
        if (language != null) {
            request.header("Accept-Language", language);
        }
        request.exchange().expectStatus().isBadRequest();
        return messages((MethodArgumentNotValidException) recorder.takeLast());
    }

    static String messages(MethodArgumentNotValidException exception) {
        return exception.getFieldErrors().stream()
                .map(error -> error.getField() + " " + error.getDefaultMessage())
                .sorted().collect(Collectors.joining("；"));
    }

    private static String inEnglishJvm(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.language=en", "-Duser.country=US",
                "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8",
                "-cp", System.getProperty("java.class.path"), LocaleProbe.class.getName()));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().toList().getLast();
    }
}

package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpRequestFileTest {

    @TempDir
    Path module;

    private final String realModule = System.getProperty("book.module");

    @BeforeEach
    void useTemporaryModule() {
        System.setProperty("book.module", module.toString());
    }

    @AfterEach
    void restore() {
        System.setProperty("book.module", realModule);
    }

    @Test
    void readsNamedRequestsWithVariablesHeadersAndBody() throws Exception {
        Files.writeString(module.resolve("requests.http"), """
                @host = http://localhost:8080

                ### 查一本书
                # @name get-book
                GET {{host}}/books/1

                ### 新建
                # @name create-book
                POST {{host}}/books HTTP/1.1
                Content-Type: application/json

                {"title": "重构"}
                """);
        var requests = HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:9999")).requests();
        assertThat(requests).extracting(HttpRequestFile.Request::name).containsExactly("get-book", "create-book");
        assertThat(requests.get(0).url()).isEqualTo("http://localhost:9999/books/1");
        assertThat(requests.get(1).headers()).containsEntry("Content-Type", "application/json");
        assertThat(requests.get(1).body()).isEqualTo("{\"title\": \"重构\"}");
    }

    @Test
    void aRequestWithoutANameOrWithAnUnknownVariableIsRefused() throws Exception {
        Files.writeString(module.resolve("a.http"), "GET http://localhost/books\n");
        assertThatThrownBy(() -> HttpRequestFile.read("a.http", Map.of())).hasMessageContaining("@name");
        Files.writeString(module.resolve("b.http"), "# @name x\nGET {{nowhere}}/books\n");
        assertThatThrownBy(() -> HttpRequestFile.read("b.http", Map.of())).hasMessageContaining("nowhere");
    }
}

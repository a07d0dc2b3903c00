package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalizerTest {

    private static String normalize(String text) {
        return Normalizer.normalize(text, Path.of("/somewhere/chapter03-first-app"));
    }

    @Test
    void aLogLineLosesTimeAndPid() {
        assertThat(normalize("2026-11-20T20:15:16.789+08:00  INFO 4711 --- [main] c.e.b.App : hello"))
                .isEqualTo("2026-01-01T10:00:00.000+08:00  INFO 12345 --- [main] c.e.b.App : hello\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "Started App in 0.9 seconds (process running for 1.2)"
                    + "|Started App in 1.234 seconds (process running for 1.567)",
            "Tomcat started on port 43817 (http)|Tomcat started on port 8080 (http)",
            "Port 8080 was already in use.|Port 8080 was already in use.",
            "http://localhost:43817/books|http://localhost:8080/books",
            "at java.lang.Object@5e2de80c end|at java.lang.Object@1b2c3d4e end",
            "mail bob@example.com stays|mail bob@example.com stays",
            "id 0b0f8f1e-6c39-4f0e-8f5a-0a6f0f9a3c11|id 00000000-0000-0000-0000-000000000000",
            "file /somewhere/chapter03-first-app/pom.xml|file /home/reader/chapter03-first-app/pom.xml",
            "[nio-auto-1-exec-7] x|[nio-8080-exec-1] x",
            "request timed out after 253ms (total=1)|request timed out after 250ms (total=1)",
            "[io-45683-exec-1] x|[nio-8080-exec-1] x",
            "[o-auto-7-exec-3] x|[nio-8080-exec-1] x",
            "[-auto-7-exec-10] x|[nio-8080-exec-1] x",
            "[http-nio-8081-exec-2] x|[http-nio-8080-exec-1] x",
            "Completed initialization in 2 ms|Completed initialization in 100 ms",
            "<div>Sat Nov 21 04:55:20 CST 2026</div>|<div>Thu Jan 01 10:00:00 CST 2026</div>",
    })
    void whatChangesFromRunToRunIsReplaced(String printed, String normalized) {
        assertThat(normalize(printed)).isEqualTo(normalized + "\n");
    }

    @Test
    void blankLinesAtTheEndsGoAndTheFirstLineKeepsItsIndentation() {
        assertThat(normalize("\n  .   ____\n /\\\\\n\n")).isEqualTo("  .   ____\n /\\\\\n");
    }

    @Test
    void theBootVersionBecomesATokenThatThePageFillsIn() {
        String version = System.getProperty("book.spring-boot.version");
        assertThat(normalize(":: Spring Boot ::  (v" + version + ")"))
                .isEqualTo(":: Spring Boot ::  (v@spring-boot.version@)\n");
    }
}

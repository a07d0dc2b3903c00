package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {

    @TempDir
    Path module;

    private final String realModule = System.getProperty("book.module");
    private final String realRecord = System.getProperty("book.record");

    @BeforeEach
    void useTemporaryModule() {
        System.setProperty("book.module", module.toString());
        System.setProperty("book.record", "false");
    }

    @AfterEach
    void restore() {
        System.setProperty("book.module", realModule);
        System.setProperty("book.record", realRecord);
    }

    @Test
    void aRunThatDiffersFailsAndNamesTheCommand() throws Exception {
        Files.createDirectories(module.resolve("output"));
        Files.writeString(module.resolve("output/a.txt"), "old\n");
        assertThatThrownBy(() -> Recording.check("a.txt", "new"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("npm run record -- " + module.getFileName())
                .hasMessageContaining("old").hasMessageContaining("new");
    }

    @Test
    void verbatimTextKeepsItsTimes() throws Exception {
        Files.createDirectories(module.resolve("output"));
        Files.writeString(module.resolve("output/a.txt"), "2026-01-01T01:00:00Z\n");
        Recording.checkVerbatim("a.txt", "2026-01-01T01:00:00Z\n");
        assertThatThrownBy(() -> Recording.checkVerbatim("a.txt", "2026-01-01T02:00:00Z\n"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aRecordingWithWindowsLineEndingsIsTheSame() throws Exception {
        Files.createDirectories(module.resolve("output"));
        Files.writeString(module.resolve("output/a.txt"), "one\r\ntwo\r\n");
        Recording.check("a.txt", "one\ntwo\n");
    }

    @Test
    void anOlderJdkMayNumberLambdasAndSayRefusedInItsWay() throws Exception {
        Files.createDirectories(module.resolve("output"));
        Files.writeString(module.resolve("output/a.txt"), "at A.lambda$put$0(A.java:3)\nConnection refused\n");
        Recording.check("a.txt", "at A.lambda$put$16(A.java:3)\nConnection refused (connect failed)\n");
        assertThatThrownBy(() -> Recording.check("a.txt", "at A.lambda$get$0(A.java:3)\nConnection refused\n"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> Recording.check("a.txt", "at A.lambda$put$0(A.java:4)\nConnection refused\n"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aMissingRecordingFails() {
        assertThatThrownBy(() -> Recording.check("a.txt", "new")).isInstanceOf(AssertionError.class);
    }

    @Test
    void onlyARunThatMatchesProvesTheFile() throws Exception {
        Files.createDirectories(module.resolve("output"));
        Files.writeString(module.resolve("output/a.txt"), "same\n");
        Path mark = module.resolve("target/book/proven/a.txt");
        assertThatThrownBy(() -> Recording.check("a.txt", "different")).isInstanceOf(AssertionError.class);
        assertThat(mark).doesNotExist();
        Recording.check("a.txt", "same\n");
        assertThat(mark).exists();
    }

    @Test
    void recordingWritesTheNormalizedRun() throws Exception {
        System.setProperty("book.record", "true");
        Recording.check("sub/a.txt", "took 1 at 2026-11-20T20:15:16.789+08:00");
        assertThat(module.resolve("output/sub/a.txt")).hasContent("took 1 at 2026-01-01T10:00:00.000+08:00");
    }

    @Test
    void aStackTraceKeepsMessagesAndCausesButOnlyOurFrames() throws Exception {
        System.setProperty("book.record", "true");
        Recording.check("trace.txt", new IllegalStateException("outer", new RuntimeException("inner")));
        assertThat(Files.readString(module.resolve("output/trace.txt")))
                .contains("java.lang.IllegalStateException: outer", "Caused by: java.lang.RuntimeException: inner")
                .doesNotContain("org.junit");
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;

@DisplayName("模板与迁移里守着的规矩")
class ConfigurationTests {

    private static final Path MAIN = Recording.module().resolve("src/main/resources");

    @Test
    void oneUnescapedPlace() throws IOException {
        List<String> places;
        try (Stream<Path> templates = Files.walk(MAIN.resolve("templates"))) {
            places = templates.filter(file -> contains(file, "utext") || contains(file, "[("))
                    .map(file -> file.getFileName().toString()).toList();
        }
        assertThat(places).containsExactly("prose.html");
    }

    /** Attributes have no case in HTML, and Thymeleaf agrees. */
    @Test
    void capitalsAreFoundToo() {
        try (ProgramFolder folder = ProgramFolder.create("templates-")) {
            String template = "<p TH:UTEXT=\"${html}\"></p>";
            assertThat(new SpringTemplateEngine().process(template, new Context(Locale.ROOT, Map.of("html", "<b>x</b>"))))
                    .isEqualTo("<p><b>x</b></p>");
            assertThat(contains(folder.write("capitals.html", template), "utext")).isTrue();
        }
    }

    @Test
    void noInlineScriptOrStyle() throws IOException {
        try (Stream<Path> templates = Files.walk(MAIN.resolve("templates"))) {
            assertThat(templates.filter(file -> contains(file, "<script") || contains(file, "style=")
                    || contains(file, " onclick"))).isEmpty();
        }
    }

    @EnableConfigurationProperties(BlogProperties.class)
    static class Properties {
    }

    @Test
    void aFirstEditorNeedsAPassword() {
        ApplicationContextRunner blog = new ApplicationContextRunner().withUserConfiguration(Properties.class)
                .withPropertyValues("blog.base-url=https://blog.example", "blog.pictures=pictures",
                        "blog.first-editor.username=owner");
        blog.run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("firstEditor.password"));
        blog.withPropertyValues("blog.first-editor.password=elevenchars").run(context -> assertThat(context).hasFailed());
        blog.withPropertyValues("blog.first-editor.password=twelve-chars").run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void theAddressReadersKnowIsWritten() {
        ApplicationContextRunner blog = new ApplicationContextRunner().withUserConfiguration(Properties.class)
                .withPropertyValues("blog.pictures=pictures");
        for (String half : List.of("blog.example", "blog.example:8080", "//", "http:")) {
            blog.withPropertyValues("blog.base-url=" + half).run(context -> assertThat(context).as(half).hasFailed());
        }
        blog.withPropertyValues("blog.base-url=blog.example").run(context -> assertThat(context).getFailure().rootCause()
                .hasMessage("blog.base-url 要写全，比如 https://blog.example.com，现在是 blog.example"));
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.isRegularFile(file) && Files.readString(file).toLowerCase(Locale.ROOT).contains(text);
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    void migrationsRunOnAnEmptyDatabaseAndAreNotChangedAfter() throws SQLException {
        String name = BlogDatabase.create();
        try {
            flyway(name).migrate();
            try (var connection = BlogDatabase.connect(name)) {
                connection.createStatement().execute("update flyway_schema_history set checksum = 1 where version = '1'");
            }
            FlywayException changed = org.junit.jupiter.api.Assertions.assertThrows(FlywayException.class,
                    () -> flyway(name).validate());
            assertThat(changed).hasMessageContaining("checksum mismatch");
        }
        finally {
            BlogDatabase.drop(name);
        }
    }

    private static Flyway flyway(String name) {
        return Flyway.configure().dataSource(BlogDatabase.url(name), BlogDatabase.environment().get("PGUSER"),
                BlogDatabase.environment().get("PGPASSWORD")).load();
    }
}

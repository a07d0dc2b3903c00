package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From 2.7 to 3.5: what breaks, in the order in which it is met. */
@Order(2)
class ToBoot3Tests {

    // region jakarta
    /** 查找替换：javax.sql 属于 JDK，不能动；javax.annotation 里只写了最常用的几个。 */
    static final UnaryOperator<String> JAKARTA = source -> source.replaceAll(
            "javax\\.(persistence|validation|servlet"
                    + "|annotation\\.(?:PostConstruct|PreDestroy|Resource|security))\\b",
            "jakarta.$1");
    // endregion jakarta

    private static List<Javac.Message> before;
    private static List<Javac.Message> afterJakarta;
    private static List<Javac.Message> cured;

    @BeforeAll
    static void compile() {
        Station.prepare();
        List<Path> libraries = Station.boot35().libraries();
        before = Javac.compile(Station.source("boot27"), libraries, UnaryOperator.identity(), "--release", "17");
        afterJakarta = Javac.compile(Station.source("boot27"), libraries, JAKARTA, "--release", "17");
        cured = Javac.compile(Station.source("boot35"), libraries, UnaryOperator.identity(), "--release", "17");
    }

    /** Takes out of the station of 3.5 what its compiler does not ask for. */
    static void undo(MavenProject project) {
        project.delete("src/main/resources/db/migration/V2__book_seq.sql")
                .delete("src/main/java/com/example/bookstore/OldAddresses.java")
                .edit("src/main/java/com/example/bookstore/SecurityConfig.java",
                        ".dispatcherTypeMatchers(DispatcherType.ERROR).permitAll()\n                ", "")
                .edit("src/main/resources/application.properties", "spring.data.redis.host", "spring.redis.host")
                // No test sees this one.
                .edit("src/main/resources/application.properties", "max-http-request-header", "max-http-header")
                .edit("src/test/java/com/example/bookstore/BookControllerTests.java",
                        "@Import(SecurityConfig.class)\n", "");
    }

    @Test
    void javaxIsGone() {
        List<Javac.Message> packages = Javac.errors(before).stream()
                .filter(error -> error.text().contains("package javax.")).toList();
        assertThat(Javac.errors(before)).hasSizeBetween(30, 39);
        assertThat(packages).hasSize(11);
        Recording.check("javax.txt", Javac.list(packages));
    }

    @Test
    void theJdksOwnJavaxStays() {
        assertThat(JAKARTA.apply("import javax.sql.DataSource;")).isEqualTo("import javax.sql.DataSource;");
        assertThat(JAKARTA.apply("import javax.annotation.processing.Processor;")).startsWith("import javax");
        assertThat(JAKARTA.apply("import javax.annotation.concurrent.GuardedBy;")).startsWith("import javax");
        assertThat(JAKARTA.apply("import javax.annotation.PostConstruct;")).isEqualTo("import jakarta.annotation.PostConstruct;");
    }

    @Test
    void whatIsLeftAfterSearchAndReplace() {
        List<Javac.Message> errors = Javac.errors(afterJakarta);
        assertThat(errors).noneMatch(error -> error.text().contains("javax"));
        Recording.check("after-jakarta.txt", Javac.list(errors));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SecurityConfig.java  | class WebSecurityConfigurerAdapter
            SecurityConfig.java  | method antMatchers
            StoreProperties.java | class ConstructorBinding
            Book.java            | method type()
            BookController.java  | method save(Book)
            ShelfHealth.java     | method count()
            ApiErrors.java       | does not override
            CoverClient.java     | HttpStatusCode cannot be converted to HttpStatus
            """)
    void eachCompilerErrorIsThereAndCured(String file, String text) {
        assertThat(Javac.errors(afterJakarta)).anyMatch(error -> error.file().equals(file)
                && error.text().contains(text));
        assertThat(Javac.errors(cured)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clerkAddsABook                           | 500
            anOldClientEndsTheAddressWithASlash      | 404
            redisIsTheOneOfTheConfiguration          | localhost
            """)
    void whatTheCompilerDoesNotSee(String test, String sign) {
        assertThat(Station.boot35Undone().failures().get("BookstoreTests." + test)).contains(sign);
        assertThat(Station.boot35().tests.get("BookstoreTests." + test)).isEmpty();
    }

    @Test
    void fiveSilentBreaks() {
        Recording.check("silent-35.txt", Silent.list(Station.boot35Undone()));
    }

    @Test
    void theSequenceIsNamedAfterTheEntity() {
        String line = Silent.log(Station.boot35Undone(), "BOOK_SEQ");
        assertThat(line).contains("not found");
        Recording.check("sequence.txt", line);
    }

    /** The last number in use is 120: a sequence that starts with 121 is too low, for it hands out 72 to 121. */
    @Test
    void theFirstNumberIs49BelowTheStart() throws Exception {
        Station station = Station.boot35();
        Path classes = Apps.classes(station, "sequence");
        Path migrations = classes.resolve("db/migration");
        Files.writeString(migrations.resolve("V2__book_seq.sql"),
                Files.readString(migrations.resolve("V2__book_seq.sql")).replace("start with 150", "start with 121"));
        Files.writeString(migrations.resolve("V1__books.sql"), Files.readString(migrations.resolve("V1__books.sql"))
                + "insert into book (id, title, isbn, price) values (73, '七十三', '978-73', 1), (120, '最后', '978-120', 1);\n");
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            int port = Apps.port(program);
            assertThat(Apps.addBook(port, "978-72")).startsWith("{\"id\":72,");
            assertThat(Apps.addBook(port, "978-74")).contains("\"status\":500")
                    .containsIgnoringCase("primary key violation");
        }
    }

    /** The old version adds two books with its own sequence while the new one starts. */
    @Test
    void theOldVersionStillTakesNumbers() throws Exception {
        Station station = Station.boot35();
        Path classes = Apps.classes(station, "two-versions");
        Path migrations = classes.resolve("db/migration");
        Files.writeString(migrations.resolve("V3__old_version.sql"), """
                insert into book (id, title, isbn, price) values (next value for hibernate_sequence, '一', '978-100', 1);
                insert into book (id, title, isbn, price) values (next value for hibernate_sequence, '二', '978-101', 1);
                """);
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            assertThat(Apps.addBook(Apps.port(program), "978-3")).contains("\"status\":500")
                    .containsIgnoringCase("primary key violation");
        }
        Files.writeString(migrations.resolve("V2__book_seq.sql"),
                Files.readString(migrations.resolve("V2__book_seq.sql")).replace("start with 150", "start with 1150"));
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            assertThat(Apps.addBook(Apps.port(program), "978-3")).startsWith("{\"id\":1101,");
        }
    }

    @Test
    void theOldSequenceMayStay() throws Exception {
        Station station = Station.boot35();
        Path classes = Apps.classes(station, "old-sequence");
        Files.delete(classes.resolve("db/migration/V2__book_seq.sql"));
        Files.writeString(classes.resolve("application.properties"),
                Files.readString(classes.resolve("application.properties"))
                        + "\nspring.jpa.properties.hibernate.id.db_structure_naming_strategy=single\n");
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            int port = Apps.port(program);
            assertThat(Apps.addBook(port, "978-5")).startsWith("{\"id\":100,");
            assertThat(Apps.addBook(port, "978-6")).startsWith("{\"id\":101,");
            assertThat(program.output()).contains("db_structure_naming_strategy").contains("incubating");
        }
    }

    /** The database numbers the rows itself: there is no sequence to miss. */
    @Test
    void anIdentityColumnNeedsNoSequence() throws Exception {
        Station station = Station.boot35();
        Path classes = Apps.classes(station, "identity");
        Files.delete(classes.resolve("db/migration/V2__book_seq.sql"));
        Path script = classes.resolve("db/migration/V1__books.sql");
        Files.writeString(script, Files.readString(script).replace("create sequence hibernate_sequence start with 100;", "")
                .replace("id      bigint primary key", "id      bigint generated by default as identity (start with 3) primary key"));
        Apps.recompile(station, classes, "Book", source -> source.replace("@GeneratedValue",
                "@GeneratedValue(strategy = jakarta.persistence.GenerationType.IDENTITY)"));
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            assertThat(Apps.addBook(Apps.port(program), "978-8")).startsWith("{\"id\":3,");
        }
    }

    /** H2 stands for MySQL: with that dialect, Hibernate asks for a table where it would ask for a sequence. */
    @Test
    void aTableStandsInForTheSequence() throws Exception {
        Station station = Station.boot35();
        Path classes = Apps.classes(station, "mysql");
        Path properties = classes.resolve("application.properties");
        Files.writeString(properties, Files.readString(properties) + """

                spring.datasource.url=jdbc:h2:mem:mysql;MODE=MySQL;DATABASE_TO_LOWER=TRUE
                spring.jpa.properties.hibernate.dialect=org.hibernate.dialect.MySQLDialect
                """);
        Path script = classes.resolve("db/migration/V2__book_seq.sql");
        Files.writeString(script, "select 1;\n");
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            assertThat(Apps.addBook(Apps.port(program), "978-7")).contains("\"status\":500");
            assertThat(program.output()).contains("Table \"book_seq\" not found");
        }
        Files.writeString(script, "create table book_seq (next_val bigint);\ninsert into book_seq values (150);\n");
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            assertThat(Apps.addBook(Apps.port(program), "978-7")).startsWith("{\"id\":101,");
        }
    }

    @Test
    void springFactoriesIsNotReadAnyMore() throws IOException {
        Station station = Station.boot35();
        Path classes = Apps.classes(station, "factories");
        Files.delete(classes.resolve("META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports"));
        Files.copy(Station.source("boot27").resolve("src/main/resources/META-INF/spring.factories"),
                classes.resolve("META-INF/spring.factories"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (RunningProgram program = Apps.start(station, classes, List.of(), jar -> true)) {
            assertThat(program.exitCode()).isEqualTo(1);
            String output = program.output();
            assertThat(output).contains("APPLICATION FAILED TO START");
            Recording.check("factories.txt", output.substring(output.indexOf("APPLICATION FAILED"),
                    output.indexOf("in your configuration.") + "in your configuration.".length()));
        }
    }
}

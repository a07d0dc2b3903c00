package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journey's three stations: each builds and passes on its version. */
class Boot27Tests {

    @BeforeAll
    static void prepare() {
        Station.prepare();
    }

    private static String result(Station station) {
        return station.console.lines().filter(line -> line.matches(".*Tests run: \\d+.*Skipped: \\d+"))
                .reduce((first, last) -> last).orElseThrow().replaceFirst("^\\[\\w+] ", "");
    }

    @Test
    void boot27IsGreen() {
        Station station = Station.boot27();
        assertThat(station.failures()).isEmpty();
        assertThat(station.tests).hasSize(9);
        assertThat(station.libraries()).anyMatch(jar -> jar.endsWith("spring-boot-2.7.18.jar"));
    }

    @Test
    void boot35IsGreen() {
        assertThat(Station.boot35().failures()).isEmpty();
        assertThat(Station.boot35().libraries()).anyMatch(jar -> jar.endsWith("spring-boot-3.5.16.jar"));
    }

    @Test
    void boot41IsGreen() {
        assertThat(Station.boot41().failures()).isEmpty();
        assertThat(Station.boot41().libraries()).anyMatch(jar -> jar.endsWith(
                "spring-boot-" + System.getProperty("book.spring-boot.version") + ".jar"));
    }

    @Test
    void allThreeRunTheSameTests() {
        assertThat(Station.boot27().tests.keySet()).isEqualTo(Station.boot35().tests.keySet())
                .isEqualTo(Station.boot41().tests.keySet());
        Recording.check("stations.txt", "2.7  " + result(Station.boot27()) + "\n3.5  " + result(Station.boot35())
                + "\n4.1  " + result(Station.boot41()));
    }

    /** Imports and annotations may differ, the rest of the sources of the tests may not. */
    @ParameterizedTest
    @ValueSource(strings = {"BookstoreTests", "BookControllerTests"})
    void theAssertionsAreTheSame(String test) throws IOException {
        assertThat(body("boot35", test)).isEqualTo(body("boot27", test));
        assertThat(body("boot41", test)).isEqualTo(body("boot27", test));
    }

    private static List<String> body(String station, String test) throws IOException {
        return Files.readAllLines(Station.source(station)
                        .resolve("src/test/java/com/example/bookstore/" + test + ".java")).stream()
                .map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("import ")
                        && !line.startsWith("@") && !line.startsWith("// ")).toList();
    }

    @Test
    void jdk17IsOneWithACompiler() {
        assertThat(Jdks.jdk17().resolve("bin")).isDirectory();
        assertThat(Jdks.find("6")).isEmpty();
    }
}

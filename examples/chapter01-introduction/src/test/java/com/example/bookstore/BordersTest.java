package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("每个 import 是谁家的")
class BordersTest {

    @Test
    @DisplayName("Boot 版书店里，只有启动类 import 了 Boot")
    void whoOwnsEachImport() throws IOException, ClassNotFoundException {
        StringBuilder text = new StringBuilder();
        for (String name : List.of("Book", "BookShelf", "BookController", "BookstoreApplication")) {
            Map<String, TreeSet<String>> byJar = new TreeMap<>();
            Path file = Recording.module().resolve("boot/src/main/java/com/example/bookstore/" + name + ".java");
            for (String line : Files.readString(file).lines().toList()) {
                if (line.startsWith("import ")) {
                    Class<?> type = Class.forName(line.substring(7, line.length() - 1));
                    byJar.computeIfAbsent(jar(type), key -> new TreeSet<>()).add(type.getSimpleName());
                }
            }
            boolean usesBoot = byJar.keySet().stream().anyMatch(jar -> jar.startsWith("spring-boot"));
            assertThat(usesBoot).isEqualTo(name.equals("BookstoreApplication"));
            text.append(name).append(".java\n");
            byJar.forEach((jar, types) ->
                    text.append("  %-26s %s\n".formatted(jar, String.join(" ", types))));
        }
        Recording.check("borders.txt", text.toString());
    }

    private static String jar(Class<?> type) {
        if (type.getModule().getName() != null && type.getModule().getName().startsWith("java.")) {
            return "JDK";
        }
        String path = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return path.replaceAll(".*/", "").replaceAll("-\\d[\\w.-]*\\.jar$", "");
    }
}

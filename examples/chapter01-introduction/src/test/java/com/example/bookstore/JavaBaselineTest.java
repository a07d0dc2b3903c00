package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("最低的 Java 版本写在每个 class 文件里")
class JavaBaselineTest {

    @Test
    @DisplayName("Boot 版书店的每个 jar 至少要 Java 几")
    void everyJarsBaseline() throws IOException {
        Map<Integer, TreeSet<String>> byJava = new TreeMap<>(java.util.Comparator.reverseOrder());
        for (Path jar : Bookstores.jarFiles(Bookstores.Boot.PROJECT)) {
            int java = javaOf(jar);
            if (java > 0) {
                byJava.computeIfAbsent(java, key -> new TreeSet<>())
                        .add(jar.getFileName().toString().replaceAll("-\\d[\\w.-]*\\.jar$", ""));
            }
        }
        assertThat(byJava.get(17)).contains("spring-boot", "spring-core", "tomcat-embed-core", "jackson-databind");
        assertThat(byJava.keySet()).as("没有哪个 jar 要求更高").allMatch(java -> java <= 17);
        StringBuilder text = new StringBuilder();
        byJava.forEach((java, jars) -> text.append("Java ").append(java).append("  ").append(jars.size())
                .append(" 个 jar\n").append(wrap(jars)));
        Recording.check("java-baseline.txt", text.toString());
    }

    // region class-file
    /** 第 7、8 个字节是 class 文件的主版本号，减去 44 就是 Java 的版本。 */
    private static int javaOf(Path jar) throws IOException {
        int highest = 0;
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.startsWith("META-INF/")
                        && !name.equals("module-info.class")) {
                    try (var in = new DataInputStream(file.getInputStream(entry))) {
                        in.skipNBytes(6);
                        highest = Math.max(highest, in.readUnsignedShort() - 44);
                    }
                }
            }
        }
        return highest;
    }
    // endregion class-file

    private static String wrap(TreeSet<String> jars) {
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (String jar : jars) {
            if (column == 0 || column + jar.length() > 78) {
                text.append(column == 0 ? "  " : "\n  ");
                column = 2;
            }
            text.append(jar).append(' ');
            column += jar.length() + 1;
        }
        return text.append('\n').toString();
    }
}

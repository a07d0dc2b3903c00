package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("两张图与录下的表、Dockerfile 说的一样")
class FigureTests {

    private static String picture(String name) throws IOException {
        return Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter16-docker").resolve(name));
    }

    private static String file(String name) throws IOException {
        return Files.readString(Recording.module().resolve(name));
    }

    /** Where the words stand, from the left or from above. */
    private static List<Double> places(String picture, String axis, String words) {
        return Pattern.compile("<text [^>]*\\b" + axis + "=\"([\\d.]+)\"[^>]*>" + Pattern.quote(words) + "</text>")
                .matcher(picture).results().map(text -> Double.valueOf(text.group(1))).toList();
    }

    @Test
    @DisplayName("停机的时间线：一秒 36 像素，先来的 6 单 4 秒做完，7.5 秒又来 6 单，10 秒到")
    void stop() throws IOException {
        String picture = picture("stop.svg");
        assertThat(places(picture, "x", "0 秒")).containsExactly(60.0);
        assertThat(places(picture, "x", "4")).containsExactly(60 + 4 * 36.0);
        assertThat(places(picture, "x", "7.5")).containsExactly(60 + 7.5 * 36);
        assertThat(places(picture, "x", "10")).containsExactly(60 + 10 * 36.0);
        assertThat(picture).contains("<rect x=\"60\" y=\"80\" width=\"144\"", "<rect x=\"330.0\" y=\"80\"", "<rect x=\"330.0\" y=\"190\"");
        String test = file("src/test/java/com/example/pitfalls/ContainerTests.java");
        assertThat(test).contains("BOOKSTORE_PAYMENT_TIME=4s", "plusMillis(7500)", "\"--time\", \"10\"");
        List<String> rows = file("output/stop.txt").lines().toList();
        assertThat(rows.getFirst()).contains("停之前下的 6 单", "7.5 秒之后又来 6 单");
        assertThat(rows.get(1)).matches("\\[\"java\", …] +java +下单成功 6 +连不上 6 +143");
        assertThat(rows.get(2)).matches("java … +sh +下单成功 6 +切断 6 +137");
        assertThat(places(picture, "y", "做完先来的 6 单")).hasSize(2);
        assertThat(picture).containsSubsequence("1 号进程是 java", "退出，143", "连不上", "1 号进程是 sh", "6 单切断", "SIGKILL，137");
    }

    @Test
    @DisplayName("两个镜像的层：从下往上的顺序就是 Dockerfile 的顺序，改一行重推哪一层也与量到的一样")
    void layers() throws IOException {
        String picture = picture("layers.svg");
        double own = places(picture, "y", "自己的代码：重推").getFirst();
        double libraries = places(picture, "y", "依赖").getFirst();
        assertThat(own).isLessThan(libraries);
        assertThat(places(picture, "y", "Java 运行环境")).hasSize(2).allMatch(java -> java > libraries);
        assertThat(places(picture, "y", "操作系统的库")).hasSize(2)
                .allMatch(system -> system > places(picture, "y", "Java 运行环境").getFirst());
        assertThat(file("Dockerfile").replaceFirst("(?s).*# region image", "")).containsSubsequence("FROM ", "dependencies/", "application/");
        assertThat(picture).contains("改一行，重推整层", "没有变，不用传");
        assertThat(file("output/variants.txt").lines()).anyMatch(row -> row.matches("JRE 加整个 jar +1\\.0 +100 .*"))
                .anyMatch(row -> row.matches("分层（本章） +1\\.0 +不到 1 .*"));
    }
}

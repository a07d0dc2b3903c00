package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("图上说的与种错的结果一致")
class FigureTests {

    private static final Pattern TEXT = Pattern.compile("<text x=\"(\\d+)\" y=\"(\\d+)\"[^>]*>([^<]+)</text>");

    /** What is real at each level: the heads of the columns where its row says so. */
    private static Map<String, List<String>> real(String figure) {
        Map<Integer, String> heads = new TreeMap<>();
        Map<Integer, String> levels = new TreeMap<>();
        TEXT.matcher(figure).results().forEach(text -> {
            int x = Integer.parseInt(text.group(1));
            int y = Integer.parseInt(text.group(2));
            if (y > 40 && y < 80) {
                heads.merge(x, text.group(3), String::concat);
            }
            else if (x == 12) {
                levels.put(y, text.group(3));
            }
        });
        return TEXT.matcher(figure).results().filter(text -> text.group(3).equals("真的"))
                .collect(Collectors.groupingBy(text -> levels.get(Integer.parseInt(text.group(2)) + 1),
                        Collectors.mapping(text -> heads.get(Integer.parseInt(text.group(1))), Collectors.toList())));
    }

    @Test
    @DisplayName("切片不比单元测试多，整个应用六段都有，也没有发现全部的错")
    void levels() throws IOException {
        String figure = Files.readString(Recording.module().resolve("../../static/img/chapter26-testing/levels.svg"));
        assertThat(real(figure)).containsOnly(
                Map.entry("单元测试", List.of("服务", "折扣")),
                Map.entry("切片", List.of("校验JSON", "控制器")),
                Map.entry("整个应用", List.of("HTTP", "校验JSON", "控制器", "服务", "折扣", "SQL")));
        assertThat(figure).contains("整个应用六段都是真的").contains("覆盖到，不等于发现");
        List<String> bugs = Files.readAllLines(Recording.module().resolve("output/who-finds-which.txt"));
        assertThat(bugs).filteredOn(bug -> bug.matches("(满一百|漏了 @Valid).*")).hasSize(2)
                .allMatch(bug -> bug.matches(".* 通过 +通过"));
    }
}

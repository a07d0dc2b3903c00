package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("图上说的与种错的结果一致")
class FigureTests {

    private static final Pattern TEXT = Pattern.compile("<text x=\"(\\d+)\" y=\"(\\d+)\"[^>]*>([^<]+)</text>");

    /** A test class with the box beside it: name, colour, words. */
    private static final Pattern BOX = Pattern.compile("<text x=\"12\"[^>]*>(\\w+)</text>\\s*"
            + "<rect x=\"190\"[^>]* fill=\"(#\\w+)\"[^>]*/>\\s*<text x=\"308\"[^>]*>([^<]+)</text>");
    private static final Pattern REPORT = Pattern.compile("上下文 (\\d)：(\\w+)，(.*)");

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

    @Test
    @DisplayName("时间线：七个测试类，红的六格就是报告里的六个上下文，理由也一样；绿的一格用的是第一个")
    void contexts() throws IOException {
        String figure = Files.readString(Recording.module().resolve("../../static/img/chapter26-testing/contexts.svg"));
        List<String> boxes = BOX.matcher(figure).results()
                .map(box -> box.group(1) + "：" + (box.group(2).equals("#fbe3dd") ? "红" : "绿") + "，" + box.group(3))
                .toList();
        List<String> starts = Files.readAllLines(Recording.module().resolve("output/context-report.txt")).stream()
                .map(REPORT::matcher).filter(Matcher::matches)
                .map(line -> "%s：红，启动 %s%s".formatted(line.group(2), line.group(1), reason(line.group(3))))
                .toList();
        assertThat(starts).hasSize(6);
        assertThat(boxes).filteredOn(box -> box.contains("红")).isEqualTo(starts);
        assertThat(boxes).filteredOn(box -> box.contains("绿")).containsExactly("PlainAgain：绿，从缓存里拿 1");
        assertThat(boxes).hasSize(7);
        assertThat(boxes.get(1)).startsWith("PlainAgain");
        assertThat(figure).contains("七个测试类，六个上下文");
    }

    /** The report's reason in the figure's words. */
    private static String reason(String why) {
        return why.equals("第一个") ? "" : "：" + why.replaceAll("^与上下文 1 相比：", "")
                .replaceAll("替身 .*", "替身").replaceAll("属性 .*", "属性").replaceAll("profile .*", "profile")
                .replace("@DynamicPropertySource", "动态属性").replaceAll(" (?=\\p{IsHan})", "");
    }
}

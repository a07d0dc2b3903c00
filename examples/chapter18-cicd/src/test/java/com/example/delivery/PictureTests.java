package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("两张图与画的东西对得上")
class PictureTests {

    private static String file(String name) {
        return Server.read(Recording.module().resolve(name));
    }

    /** 图里一栏的文字，从上到下。 */
    private static List<String> column(String figure, String x) {
        return Pattern.compile("<text x=\"" + x + "\" y=\"[\\d.]+\"[^>]*>([^<]+)</text>")
                .matcher(file("../../static/img/chapter18-cicd/" + figure)).results().map(text -> text.group(1)).toList();
    }

    @Test
    @DisplayName("分三次改列名：左边是迁移脚本跑完之后的列，右边是每一版写什么、读什么")
    void threeReleases() throws SQLException {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("src/main/java", "V1__books.sql");
        versions.put("releases/expand", "V2__expand.sql");
        versions.put("releases/move", "V3__move.sql");
        versions.put("releases/contract", "V4__contract.sql");
        List<String> tables = new ArrayList<>();
        List<String> programs = new ArrayList<>();
        try (Connection database = DriverManager.getConnection("jdbc:h2:mem:picture", "sa", "")) {
            for (Map.Entry<String, String> version : versions.entrySet()) {
                String folder = version.getKey().equals("src/main/java") ? "src/main/resources" : version.getKey();
                database.createStatement().execute(file(folder + "/db/migration/" + version.getValue()));
                tables.add(columns(database));
                programs.add(file(version.getKey() + "/com/example/bookstore/Books.java").replaceAll("(?m)^/\\*\\*.*$", ""));
            }
        }
        assertThat(column("three-releases.svg", "105\\.0")).isEqualTo(tables);
        String old = "写 title、读 title";
        String both = "都写，先读 name";
        String last = "写 name、读 name";
        assertThat(programs.stream().map(PictureTests::writesAndReads)).containsExactly(old, both, last, last);
        assertThat(programs.get(3)).isEqualTo(programs.get(2));
        assertThat(column("three-releases.svg", "317\\.0")).containsExactly("旧版本：" + old, "旧版本：写 title", "新版本：" + both,
                "上一版：两列都写", "新版本：" + last, "上一版：" + last, "新版本：同样的代码");
    }

    private static String columns(Connection database) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (String name : List.of("TITLE", "NAME")) {
            try (ResultSet column = database.getMetaData().getColumns(null, "PUBLIC", "BOOK", name)) {
                if (column.next()) {
                    columns.add(name.toLowerCase(java.util.Locale.ROOT)
                            + (column.getString("IS_NULLABLE").equals("YES") ? "（可空）" : ""));
                }
            }
        }
        return String.join("  ", columns);
    }

    private static String writesAndReads(String program) {
        Matcher insert = Pattern.compile("insert into book \\(([a-z, ]+), price\\)").matcher(program);
        assertThat(insert.find()).isTrue();
        Matcher select = Pattern.compile("select id, ([a-z(), ]+?)(?: as title)?, price from").matcher(program);
        assertThat(select.find()).isTrue();
        String reads = select.group(1);
        return insert.group(1).equals("title, name") && reads.equals("coalesce(name, title)") ? "都写，先读 name"
                : "写 " + insert.group(1) + "、读 " + reads;
    }

    @Test
    @DisplayName("发布的路：图里从上到下的每一步，在 deploy.sh 里也是这个顺序；右边是不通过时做的")
    void deploy() {
        String script = file("deploy/deploy.sh");
        assertThat(column("deploy.svg", "140\\.0")).containsExactly("在空着的位置启动", "健康门：先等就绪", "冒烟：页面对不对",
                "nginx 指过去", "像顾客一样看一会儿", "上线，旧的留着");
        assertThat(script.substring(script.indexOf("gate() {"))).containsSubsequence("until healthy", "\"$tools/smoke.sh\"");
        String main = script.substring(script.indexOf("# region main"));
        assertThat(main).containsSubsequence("start \"$new\"", "gate \"$new\"", "point_to \"$new\"; echo \"换到", "if watch", "已上线");
        assertThat(column("deploy.svg", "352\\.0")).containsExactly("停掉它", "顾客没有见到", "停掉它", "顾客没有见到", "指回旧的", "停掉它");
        assertThat(main).containsSubsequence("gate \"$new\"", "stop \"$new\"; echo \"没有上线：$version 没有过健康门，顾客没有见到它\"",
                "if watch", "point_to \"$old\"; stop \"$new\"");
    }
}

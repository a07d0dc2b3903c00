package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.SpringVersion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("物料清单：jar 里有什么，它就写着什么")
class SbomTests {

    private static JsonNode bom;
    private static List<String> jars;

    @BeforeAll
    static void read() throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(Recording.module().resolve("target/bookstore.jar"))) {
            bom = JsonMapper.shared().readTree(Files.readString(
                    jar.getPath("/META-INF/sbom/application.cdx.json")));
            try (Stream<java.nio.file.Path> files = Files.list(jar.getPath("/BOOT-INF/lib"))) {
                jars = files.map(file -> file.getFileName().toString()).sorted().toList();
            }
        }
    }

    private static List<JsonNode> components() {
        List<JsonNode> found = new ArrayList<>();
        bom.get("components").forEach(found::add);
        return found;
    }

    private static JsonNode component(String name) {
        return components().stream().filter(one -> one.get("name").asString().equals(name)).findFirst().orElseThrow();
    }

    @Test
    @DisplayName("jar 里的每个依赖都在清单里，名字与版本一致")
    void complete() {
        List<String> listed = components().stream()
                .map(one -> one.get("name").asString() + "-" + one.get("version").asString() + ".jar").toList();
        // 打包时由插件放进去的，不是项目的依赖
        List<String> unlisted = jars.stream().filter(jar -> !listed.contains(jar)).toList();
        assertThat(unlisted).allMatch(jar -> jar.startsWith("spring-boot-jarmode-tools-"));
        Recording.check("sbom-count.txt", "jar 里的依赖不在清单里的：" + unlisted.stream()
                .map(jar -> jar.replaceAll("-\\d[\\w.-]*\\.jar$", "")).collect(Collectors.joining("、")) + "\n");
    }

    @Test
    @DisplayName("只在测试里用的不在清单里")
    void noTests() {
        assertThat(components()).noneMatch(one -> one.get("name").asString().contains("junit"));
        assertThat(components()).noneMatch(one -> one.get("name").asString().equals("groovy"));
    }

    @Test
    @DisplayName("一项里读什么：purl 认得出是谁，哈希认得出是不是它，许可证")
    void oneComponent() {
        JsonNode web = component("spring-webmvc");
        assertThat(web.get("version").asString()).isEqualTo(SpringVersion.getVersion());
        assertThat(web.get("hashes")).isNotEmpty();
        Table table = new Table("字段", "值");
        table.row("`name`", "`" + web.get("name").asString() + "`");
        table.row("`purl`", "`" + web.get("purl").asString().replace(SpringVersion.getVersion(), "…") + "`");
        table.row("`licenses`", "`" + web.get("licenses").get(0).get("license").get("id").asString() + "`");
        table.row("`hashes`", web.get("hashes").size() > 0 ? "有，含 SHA-256" : "没有");
        assertThat(web.get("hashes").toString()).contains("SHA-256");
        Recording.check("sbom-component.tsv", table.toString());
    }
}

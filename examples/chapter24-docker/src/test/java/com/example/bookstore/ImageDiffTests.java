package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.ImageDiff.Change;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("image-diff：手工做的小镜像，一处一处地改")
class ImageDiffTests {

    private static final String JAR = "COPY dir:0123456789abcdef in ./";

    @TempDir
    private Path folder;

    private int written;

    private static SavedImage base() {
        return new SavedImage().layer("FROM base", new SavedImage.Tar().folder("etc").file("etc/passwd", "root"));
    }

    private ImageDiff.Image read(SavedImage image) throws IOException {
        return ImageDiff.read(image.write(folder.resolve(written++ + ".tar"), false));
    }

    private List<Change> changes(SavedImage old, SavedImage now) throws IOException {
        return ImageDiff.changes(read(old), read(now));
    }

    private String report(SavedImage old, SavedImage now) throws IOException {
        return ImageDiff.report("bookstore:1", read(old), "bookstore:2", read(now));
    }

    private static SavedImage.Tar one(String text, int mode, int owner, long time) {
        return new SavedImage.Tar().file("app/data.sql", text.getBytes(StandardCharsets.UTF_8), mode, owner, time);
    }

    private String reason(SavedImage.Tar old, SavedImage.Tar now) throws IOException {
        List<Change> found = changes(base().layer(JAR, old), base().layer(JAR, now));
        assertThat(found).hasSizeLessThanOrEqualTo(1);
        return found.isEmpty() ? "" : found.getFirst().reason();
    }

    @Test
    @DisplayName("同一个镜像")
    void same() throws IOException {
        assertThat(report(base(), base())).isEqualTo("两个镜像的摘要一样\n");
    }

    @Test
    @DisplayName("内容、权限、主人、时间，先说最要紧的")
    void reasons() throws IOException {
        SavedImage.Tar old = one("68", 0644, 0, 1000);
        assertThat(reason(old, one("68", 0644, 0, 1000))).isEmpty();
        assertThat(reason(old, one("69", 0755, 1, 2000))).isEqualTo("内容变了");
        assertThat(reason(old, one("68", 0755, 1, 2000))).isEqualTo("权限变了");
        assertThat(reason(old, one("68", 0644, 1, 2000))).isEqualTo("主人变了");
        assertThat(reason(old, one("68", 0644, 0, 2000))).isEqualTo("只有时间变了");
    }

    @Test
    @DisplayName("文件变成链接或设备，链接指到别处")
    void links() throws IOException {
        SavedImage.Tar link = new SavedImage.Tar().link("app/data.sql", "a.sql");
        assertThat(reason(one("68", 0644, 0, 1000), link)).isEqualTo("文件变成链接");
        assertThat(reason(one("68", 0644, 0, 1000), new SavedImage.Tar().entry("app/data.sql", '3', new byte[0], 0644, 0, 1000, "")))
                .isEqualTo("文件变成设备");
        assertThat(reason(link, new SavedImage.Tar().link("app/data.sql", "b.sql"))).isEqualTo("内容变了");
    }

    @Test
    @DisplayName("新的文件与没有了的文件，说出是哪条指令")
    void addedAndRemoved() throws IOException {
        assertThat(changes(base().layer("COPY a", new SavedImage.Tar().file("app/a", "1")),
                base().layer("COPY b", new SavedImage.Tar().file("app/b", "22")))).containsExactly(
                        new Change("/app/a", "没有了", "COPY a", 1, List.of()),
                        new Change("/app/b", "新的", "COPY b", 2, List.of()));
    }

    @Test
    @DisplayName("上面一层删掉的文件，最后的镜像里没有")
    void whiteout() throws IOException {
        SavedImage now = base().layer("COPY key", new SavedImage.Tar().file("app/key", "1"))
                .layer("RUN rm /app/key", new SavedImage.Tar().file("app/.wh.key", ""));
        assertThat(read(now).files()).doesNotContainKey("/app/key").doesNotContainKey("/app/.wh.key");
        assertThat(changes(base(), now)).isEmpty();
        assertThat(report(base(), now)).contains("前 1 层一样").endsWith("摘要不同是因为分层、层里的顺序或没有比较的记录\n");
    }

    @Test
    @DisplayName("删掉一个目录，下面的都没有了；opq 只清空目录")
    void whiteoutOfFolder() throws IOException {
        SavedImage.Tar files = new SavedImage.Tar().folder("app").file("app/a", "1").file("app/b/c", "2").file("apple", "3");
        assertThat(read(base().layer("COPY", files).layer("RUN rm", new SavedImage.Tar().file(".wh.app", ""))).files())
                .containsOnlyKeys("/etc", "/etc/passwd", "/apple");
        assertThat(read(base().layer("COPY", files).layer("RUN rm", new SavedImage.Tar().file("app/.wh..wh..opq", ""))).files())
                .containsOnlyKeys("/etc", "/etc/passwd", "/apple", "/app");
    }

    @Test
    @DisplayName("删除的记号管的是下面的层：同一层里先写的文件还在")
    void whiteoutLeavesItsOwnLayer() throws IOException {
        SavedImage.Tar below = new SavedImage.Tar().folder("app").file("app/old", "1").file("app/key", "2");
        SavedImage.Tar opaque = new SavedImage.Tar().folder("app").file("app/new", "3").file("app/.wh..wh..opq", "");
        assertThat(read(base().layer("COPY", below).layer("RUN", opaque)).files())
                .containsOnlyKeys("/etc", "/etc/passwd", "/app", "/app/new");
        SavedImage.Tar again = new SavedImage.Tar().file("app/key", "4").file("app/.wh.key", "");
        assertThat(read(base().layer("COPY", below).layer("RUN", again)).files().get("/app/key").layer()).isEqualTo(2);
    }

    @Test
    @DisplayName("硬链接算它指着的那个文件：谁是原件换了，不算变；原件变了，两个都变")
    void hardLinks() throws IOException {
        SavedImage.Tar first = new SavedImage.Tar().file("bin/a", "1").hardLink("bin/b", "bin/a");
        SavedImage.Tar swapped = new SavedImage.Tar().file("bin/b", "1").hardLink("bin/a", "bin/b");
        assertThat(changes(base().layer("COPY", first), base().layer("COPY", swapped))).isEmpty();
        SavedImage.Tar changed = new SavedImage.Tar().file("bin/a", "2").hardLink("bin/b", "bin/a");
        assertThat(changes(base().layer("COPY", first), base().layer("COPY", changed)))
                .extracting(Change::path, Change::reason)
                .containsExactly(tuple("/bin/a", "内容变了"), tuple("/bin/b", "内容变了"));
    }

    @Test
    @DisplayName("扩展属性（比如给程序的能力）变了：不能说只有时间变了")
    void attributes() throws IOException {
        SavedImage.Tar old = one("68", 0644, 0, 1000);
        SavedImage.Tar now = new SavedImage.Tar().entry("x", 'x', SavedImage.pax("SCHILY.xattr.security.capability", "net"), 0, 0, 0, "")
                .file("app/data.sql", "68".getBytes(StandardCharsets.UTF_8), 0644, 0, 2000);
        assertThat(reason(old, now)).isEqualTo("扩展属性变了");
        assertThat(report(base().layer(JAR, old), base().layer(JAR, now))).endsWith("结论：文件不一样\n");
    }

    @Test
    @DisplayName("文件由最后写它的那条指令负责")
    void lastWriter() throws IOException {
        SavedImage old = base().layer("COPY", one("68", 0644, 0, 1000));
        SavedImage now = base().layer("COPY", one("68", 0644, 0, 1000)).layer("RUN chown", one("68", 0644, 10001, 1000));
        assertThat(changes(old, now)).extracting(Change::reason, Change::instruction)
                .containsExactly(tuple("主人变了", "RUN chown"));
    }

    @Test
    @DisplayName("jar 变了，说出里面哪一项变了")
    void insideJar() throws IOException {
        SavedImage old = base().layer(JAR, new SavedImage.Tar().file("app/bookstore.jar",
                SavedImage.jar("data.sql", "68", 1_700_000_000_000L), 0644, 0, 1000));
        SavedImage now = base().layer(JAR, new SavedImage.Tar().file("app/bookstore.jar",
                SavedImage.jar("data.sql", "69", 1_700_000_000_000L), 0644, 0, 1000));
        assertThat(changes(old, now).getFirst().inside()).containsExactly("data.sql");
        assertThat(report(old, now)).contains("内容变了，1 个，不到 0.1 MB ← COPY dir:… in ./\n    /app/bookstore.jar\n        data.sql\n")
                .endsWith("结论：文件不一样\n");
    }

    @Test
    @DisplayName("jar 里的内容一样，打包的时间不一样")
    void jarTime() throws IOException {
        SavedImage old = base().layer(JAR, new SavedImage.Tar().file("app/bookstore.jar",
                SavedImage.jar("data.sql", "68", 1_700_000_000_000L), 0644, 0, 1000));
        SavedImage now = base().layer(JAR, new SavedImage.Tar().file("app/bookstore.jar",
                SavedImage.jar("data.sql", "68", 1_800_000_000_000L), 0644, 0, 2000));
        assertThat(changes(old, now).getFirst().reason()).isEqualTo("重新打包过");
        assertThat(report(old, now)).endsWith("摘要不同是因为文件的时间与重新打包\n");
    }

    @Test
    @DisplayName("同一刻打的包，压缩的办法不一样：不说时间变了")
    void jarPackedInAnotherWay() throws IOException {
        byte[] packed = SavedImage.jar("data.sql", "68".repeat(100), 1_700_000_000_000L);
        byte[] stored = SavedImage.jar("data.sql", "68".repeat(100), 1_700_000_000_000L, Deflater.NO_COMPRESSION);
        SavedImage.Tar before = new SavedImage.Tar().file("app/bookstore.jar", packed, 0644, 0, 1000);
        SavedImage.Tar after = new SavedImage.Tar().file("app/bookstore.jar", stored, 0644, 0, 1000);
        assertThat(reason(before, after)).isEqualTo("重新打包过");
    }

    @Test
    @DisplayName("jar 里的内容不一样，CRC 碰巧一样：不能说只是重新打包过")
    void sameChecksum() throws IOException {
        SavedImage.Tar before = new SavedImage.Tar().file("app/bookstore.jar",
                SavedImage.jar("data.sql", "plumless", 1_700_000_000_000L), 0644, 0, 1000);
        SavedImage.Tar after = new SavedImage.Tar().file("app/bookstore.jar",
                SavedImage.jar("data.sql", "buckeroo", 1_700_000_000_000L), 0644, 0, 1000);
        assertThat(reason(before, after)).isEqualTo("内容变了");
    }

    @Test
    @DisplayName("后面接上了另一个 jar：Java 运行的是后一个，不能说只是重新打包过")
    void anotherJarAppended() throws IOException {
        byte[] old = SavedImage.jar("data.sql", "68", 1_700_000_000_000L);
        byte[] more = SavedImage.jar("data.sql", "69", 1_700_000_000_000L);
        byte[] both = Arrays.copyOf(old, old.length + more.length);
        System.arraycopy(more, 0, both, old.length, more.length);
        byte[] script = ("#!/bin/sh\n" + new String(old, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
        SavedImage.Tar before = new SavedImage.Tar().file("app/bookstore.jar", old, 0644, 0, 1000);
        for (byte[] now : List.of(both, script)) {
            assertThat(reason(before, new SavedImage.Tar().file("app/bookstore.jar", now, 0644, 0, 1000))).isEqualTo("内容变了");
        }
    }

    @Test
    @DisplayName("一个 tar 里有几个镜像（docker save 不写标签就会这样）：不知道比哪一个，报错")
    void severalImages() {
        String one = "{\"Config\":\"config.json\",\"Layers\":[]}";
        assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("several.tar"), new SavedImage.Tar()
                .file("config.json", "{\"rootfs\":{\"diff_ids\":[]}}")
                .file("manifest.json", "[" + one + "," + one + "]").bytes())))
                .isInstanceOf(IOException.class).hasMessageContaining("里面有 2 个镜像");
    }

    @Test
    @DisplayName("名字叫 .jar 却读不了的文件：当作普通文件，镜像照样读得出来")
    void unreadableJar() throws IOException {
        ByteArrayOutputStream gbk = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(gbk, Charset.forName("GBK"))) {
            out.putNextEntry(new ZipEntry("三体.txt"));
        }
        byte[] broken = SavedImage.jar("data.sql", "68".repeat(100), 1_700_000_000_000L);
        Arrays.fill(broken, 40, 45, (byte) 0xff);
        for (byte[] odd : List.of(gbk.toByteArray(), broken)) {
            SavedImage.Tar tar = new SavedImage.Tar().file("app/odd.jar", odd, 0644, 0, 1000);
            assertThat(reason(new SavedImage.Tar().file("app/odd.jar", "68".getBytes(StandardCharsets.UTF_8), 0644, 0, 1000), tar))
                    .isEqualTo("内容变了");
        }
    }

    @Test
    @DisplayName("放不进 tar 头的主人编号与不到一秒的时间，写在 PAX 里，也比较")
    void ownerAndTimeInPax() throws IOException {
        assertThat(reason(withPax("uid", "1000650000"), withPax("uid", "1000660000"))).isEqualTo("主人变了");
        assertThat(reason(withPax("gid", "1000650000"), withPax("gid", "0"))).isEqualTo("主人变了");
        assertThat(reason(withPax("mtime", "1000.25"), withPax("mtime", "1000.75"))).isEqualTo("只有时间变了");
        assertThat(reason(withPax("mtime", "1000"), one("68", 0644, 0, 1000))).isEmpty();
    }

    @Test
    @DisplayName("文件头里的权限带着文件的类型（有的 Docker 这样写）：权限没有变")
    void typeInTheMode() throws IOException {
        assertThat(reason(one("68", 0100644, 0, 1000), one("68", 0644, 0, 1000))).isEmpty();
        assertThat(reason(one("68", 0100644, 0, 1000), one("68", 0755, 0, 1000))).isEqualTo("权限变了");
    }

    @Test
    @DisplayName("文件名里没有 ASCII 字符，头里的名字就是空的：后面的文件照样读")
    void nameWithoutAscii() throws IOException {
        SavedImage.Tar tar = new SavedImage.Tar().entry("x", 'x', SavedImage.pax("path", "三体"), 0, 0, 0, "")
                .file("", "1").file("app/data.sql", "68");
        assertThat(read(base().layer("COPY", tar)).files()).containsOnlyKeys("/etc", "/etc/passwd", "/三体", "/app/data.sql");
    }

    @Test
    @DisplayName("文件名不是 UTF-8：两个名字不会变成同一个")
    void namesInGbk() throws IOException {
        assertThat(changes(base().layer("COPY", gbk("1")), base().layer("COPY", gbk("2"))))
                .extracting(Change::reason).containsExactly("内容变了");
    }

    @Test
    @DisplayName("一个名字是 Latin-1 的 é，一个是 UTF-8 的 é：两个文件都在")
    void namesInTwoCharsets() throws IOException {
        SavedImage.Tar tar = new SavedImage.Tar();
        for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8)) {
            tar.entry("x", 'x', SavedImage.pax("path", "é".getBytes(charset)), 0, 0, 0, "").file("x", "1");
        }
        assertThat(read(base().layer("COPY", tar)).files()).hasSize(4).containsKey("/é");
    }

    /** Two names of two bytes each, neither of which is UTF-8; one content. */
    private static SavedImage.Tar gbk(String text) {
        SavedImage.Tar tar = new SavedImage.Tar();
        for (String name : List.of("三", "四")) {
            tar.entry("x", 'x', SavedImage.pax("path", name.getBytes(Charset.forName("GBK"))), 0, 0, 0, "")
                    .file("x", name.equals("三") ? text : "");
        }
        return tar;
    }

    @Test
    @DisplayName("扩展属性的值是字节：setuid 的能力（0x80）与再加 setgid 的（0xc0）不一样")
    void attributesAreBytes() throws IOException {
        assertThat(reason(capability(0x80), capability(0x80))).isEmpty();
        assertThat(reason(capability(0x80), capability(0xc0))).isEqualTo("扩展属性变了");
    }

    /** What setcap writes: a version, then the permitted capabilities as bits, the lowest byte first. */
    private static SavedImage.Tar capability(int permitted) {
        byte[] value = {1, 0, 0, 2, (byte) permitted, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        return new SavedImage.Tar().entry("x", 'x', SavedImage.pax("SCHILY.xattr.security.capability", value), 0, 0, 0, "")
                .file("app/data.sql", "68".getBytes(StandardCharsets.UTF_8), 0644, 0, 1000);
    }

    private static SavedImage.Tar withPax(String key, String value) {
        return new SavedImage.Tar().entry("x", 'x', SavedImage.pax(key, value), 0, 0, 0, "")
                .file("app/data.sql", "68".getBytes(StandardCharsets.UTF_8), 0644, 0, 1000);
    }

    @Test
    @DisplayName("指令里 ARG 的值不印：那里面也会有口令")
    void buildArguments() throws IOException {
        assertThat(report(base(), base().layer("RUN |2 DB_PASSWORD=hunter2 A=1 /bin/sh -c touch /app/a # buildkit",
                new SavedImage.Tar().file("app/a", "1")))).contains("← RUN touch /app/a").doesNotContain("hunter2");
    }

    @Test
    @DisplayName("不用 /bin/sh 的 RUN，ARG 的值一样不印")
    void buildArgumentsOfOtherShells() throws IOException {
        for (String instruction : List.of("RUN |1 DB_PASSWORD=hunter2 /bin/bash -o pipefail -c touch /app/a # buildkit",
                "RUN |2 A=1 DB_PASSWORD=hunter2 touch /app/a # buildkit", "|1 DB_PASSWORD=hunter2 /bin/bash -c touch /app/a")) {
            assertThat(report(base(), base().layer(instruction, new SavedImage.Tar().file("app/a", "1"))))
                    .as(instruction).contains("← RUN ").doesNotContain("hunter2");
        }
    }

    @Test
    @DisplayName("名字像秘密的：MySQL 的 MYSQL_PWD，凭据，口令短语")
    void secretNames() throws IOException {
        for (String name : List.of("MYSQL_PWD", "DB_CREDENTIALS", "GPG_PASSPHRASE", "db.password", "API_KEY")) {
            assertThat(report(base(), base().config("{\"Env\":[\"" + name + "=hunter2\"]}")))
                    .contains("配置 Env " + name + "：变了，不印出来").doesNotContain("hunter2");
        }
    }

    @Test
    @DisplayName("口令写在值的中间、启动命令、网址、指令里：盖住，别的照样印")
    void secretsInValues() throws IOException {
        for (String config : List.of("{\"Cmd\":[\"java\",\"-Dspring.datasource.password=%s\"]}", "{\"Cmd\":[\"app\",\"--db-password\",\"%s\"]}",
                "{\"Env\":[\"URL=jdbc:postgresql://db/b?user=li&password=%s\"]}", "{\"Labels\":{\"from\":\"https://li:%s@git/b\"}}")) {
            assertThat(report(base().config(config.formatted("hunter1")), base().config(config.formatted("hunter2"))))
                    .as(config).contains("：变了，不印出来\n").doesNotContain("hunter").endsWith("配置不一样\n");
        }
        assertThat(report(base(), base().config("{\"Cmd\":[\"java\",\"-Ddb.password=hunter2\",\"-jar\"]}")))
                .contains("配置 Cmd：没有 → [\"java\", \"-Ddb.password=…\", \"-jar\"]");
        // As the history's JSON has them.
        for (String quoted : List.of("password=\\\"hunter 2\\\"", "password: hunter2", "password=\\\\\\\"hunter2\\\\\\\"", "password=\\\"hunter2")) {
            assertThat(report(base(), base().layer("RUN /bin/sh -c mysql --" + quoted, new SavedImage.Tar().file("app/a", "1"))))
                    .contains("← RUN mysql --password").doesNotContain("hunter");
        }
        assertThat(report(base(), base().layer("RUN /bin/sh -c DB_PASSWORD='hunter 2' curl https://li:hun@ter@git/b",
                new SavedImage.Tar().file("app/a", "1")))).contains("← RUN DB_PASSWORD=… curl https://li:…@git/b").doesNotContain("hun");
    }

    @Test
    @DisplayName("空的设置与没有写一样；数字照原样印")
    void emptySettings() throws IOException {
        assertThat(report(base().config("{\"Volumes\":{},\"OnBuild\":[],\"User\":\"\",\"Cmd\":null}"), base()))
                .doesNotContain("配置 ").endsWith("配置里别的记录\n");
        assertThat(report(base(), base().config("{\"Env\":[\"DEBUG\"]}"))).contains("配置 Env DEBUG：没有 → 没有写等号");
        assertThat(report(base(), base().config("{\"Healthcheck\":{\"Interval\":10000000000}}")))
                .contains("配置 Healthcheck：没有 → [Interval=10000000000]");
    }

    @Test
    @DisplayName("配置里没有历史，也没有运行的设置（OCI 里两样都可以不写）：照样读")
    void withoutHistory() throws IOException {
        byte[] layer = one("68", 0644, 0, 1000).bytes();
        Path tar = Files.write(folder.resolve("plain-oci.tar"), new SavedImage.Tar()
                .file("layer.tar", layer, 0644, 0, 0).file("config.json", "{\"rootfs\":{\"diff_ids\":[\"" + SavedImage.sha(layer) + "\"]}}")
                .file("manifest.json", "[{\"Config\":\"config.json\",\"Layers\":[\"layer.tar\"]}]").bytes());
        ImageDiff.Image image = ImageDiff.read(tar);
        assertThat(image.files()).containsOnlyKeys("/app/data.sql");
        assertThat(image.layers().getFirst().createdBy()).isEqualTo("（没有记下指令）");
    }

    @Test
    @DisplayName("重新打包，还改了权限或主人：不能说只有时间变了")
    void repackedAndMore() throws IOException {
        byte[] old = SavedImage.jar("data.sql", "68", 1_700_000_000_000L);
        byte[] repacked = SavedImage.jar("data.sql", "68", 1_800_000_000_000L);
        SavedImage.Tar before = new SavedImage.Tar().file("app/bookstore.jar", old, 0644, 0, 1000);
        assertThat(reason(before, new SavedImage.Tar().file("app/bookstore.jar", repacked, 0666, 0, 2000))).isEqualTo("权限变了");
        assertThat(reason(before, new SavedImage.Tar().file("app/bookstore.jar", repacked, 0644, 1, 2000))).isEqualTo("主人变了");
        assertThat(report(base().layer(JAR, before), base().layer(JAR,
                new SavedImage.Tar().file("app/bookstore.jar", repacked, 0666, 0, 2000)))).endsWith("文件不一样\n");
    }

    @Test
    @DisplayName("上面一层把目录换成文件或链接：目录里的都没有了")
    void fileInPlaceOfAFolder() throws IOException {
        SavedImage.Tar files = new SavedImage.Tar().folder("app").file("app/a", "1").file("app/b/c", "2").file("apple", "3");
        for (SavedImage.Tar now : List.of(new SavedImage.Tar().file("app", "4"), new SavedImage.Tar().link("app", "/opt/app"))) {
            assertThat(read(base().layer("COPY", files).layer("RUN mv", now)).files())
                    .containsOnlyKeys("/etc", "/etc/passwd", "/apple", "/app");
        }
    }

    @Test
    @DisplayName("只有配置变了：环境变量、标签、用户、启动命令")
    void config() throws IOException {
        String report = report(base().config("{\"Env\":[\"A=1\"],\"User\":\"\",\"Entrypoint\":[\"java\"]}"),
                base().config("{\"Env\":[\"A=1\",\"B=x=y\",\"DB_PASSWORD=hunter2\"],\"User\":\"10001\",\"Labels\":{\"v\":\"2\"},\"Entrypoint\":[\"sh\"]}"));
        assertThat(report).contains("配置 Env B：没有 → x=y", "配置 User：没有 → 10001", "配置 Label v：没有 → 2",
                "配置 Entrypoint：[\"java\"] → [\"sh\"]").contains("配置 Env DB_PASSWORD：变了，不印出来").doesNotContain("Env A", "hunter2").endsWith("配置不一样\n");
        // One argument with a comma in it is not two.
        assertThat(report(base().config("{\"Cmd\":[\"a\",\"b\"]}"), base().config("{\"Cmd\":[\"a, b\"]}")))
                .contains("配置 Cmd：[\"a\", \"b\"] → [\"a, b\"]").endsWith("配置不一样\n");
    }

    @Test
    @DisplayName("只有创建时间不一样")
    void createdOnly() throws IOException {
        assertThat(report(base(), base().created("2026-02-02T00:00:00Z")))
                .endsWith("结论：每一层都一样，摘要不同是因为配置里的创建时间\n");
    }

    @Test
    @DisplayName("处理器架构不一样，配置就不一样")
    void architecture() throws IOException {
        assertThat(report(base().more("\"architecture\":\"amd64\""), base().more("\"architecture\":\"arm64\"")))
                .contains("配置 architecture：amd64 → arm64").endsWith("配置不一样\n");
    }

    @Test
    @DisplayName("创建时间也一样：不归到它身上")
    void historyOnly() throws IOException {
        assertThat(report(base().more("\"author\":\"li\""), base().more("\"author\":\"zhang\"")))
                .endsWith("结论：每一层与创建时间都一样，摘要不同是因为配置里别的记录\n");
    }

    @Test
    @DisplayName("层压缩过也读得出来；压缩不改变镜像的摘要，那里面记的是各层压缩之前的摘要")
    void gzip() throws IOException {
        SavedImage image = base().layer(JAR, one("68", 0644, 0, 1000));
        assertThat(ImageDiff.report("bookstore:1", ImageDiff.read(image.write(folder.resolve("zipped.tar"), true)),
                "bookstore:2", ImageDiff.read(image.write(folder.resolve("plain.tar"), false)))).isEqualTo("两个镜像的摘要一样\n");
        assertThat(ImageDiff.read(image.write(folder.resolve("zipped.tar"), true)).files())
                .isEqualTo(ImageDiff.read(image.write(folder.resolve("plain.tar"), false)).files());
    }

    @Test
    @DisplayName("长文件名：GNU 与 PAX 两种写法")
    void longNames() throws IOException {
        String name = "app/" + "很长的名字".repeat(20) + ".txt";
        byte[] gnu = (name + "\0").getBytes(StandardCharsets.UTF_8);
        byte[] pax = SavedImage.pax("path", name);
        for (SavedImage.Tar tar : List.of(new SavedImage.Tar().entry("x", 'L', gnu, 0, 0, 0, "").file("short", "1"),
                new SavedImage.Tar().entry("x", 'x', pax, 0, 0, 0, "").file("short", "1"))) {
            assertThat(read(base().layer("COPY", tar)).files()).containsKey("/" + name).doesNotContainKey("/short");
        }
    }

    @Test
    @DisplayName("JSON：转义、嵌套、空的对象与数组")
    void json() throws IOException {
        assertThat(ImageDiff.Json.parse("{\"a\\n\\u4e2d\" : [1, {\"b\":[]}, null, true], \"c\":{}}"))
                .isEqualTo(Map.of("a\n中", Arrays.asList(1.0, Map.of("b", List.of()), null, true), "c", Map.of()));
        assertThatThrownBy(() -> ImageDiff.Json.parse("{\"a\"")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ImageDiff.Json.parse("{\"a\" 1}")).isInstanceOf(IOException.class);
    }

    @Test
    @DisplayName("不是镜像的文件、断了的 tar：报错，不给出半个结果")
    void broken() throws IOException {
        byte[] noise = new byte[5000];
        new Random(24).nextBytes(noise);
        assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("noise.tar"), noise)))
                .isInstanceOf(IOException.class).hasMessageContaining("这不是 tar");
        assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("empty.tar"), new byte[0])))
                .isInstanceOf(IOException.class).hasMessageContaining("里面没有 manifest.json");
        byte[] whole = Files.readAllBytes(base().layer(JAR, one("68", 0644, 0, 1000)).write(folder.resolve("whole.tar"), false));
        for (int length = 512; length < whole.length - 1024; length += 512) {
            byte[] half = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("half.tar"), half)))
                    .isInstanceOf(IOException.class).message().isNotBlank();
        }
        String config = "{\"rootfs\":{\"diff_ids\":[\"" + SavedImage.sha(one("68", 0644, 0, 1000).bytes()) + "\"]}}";
        byte[] cut = Arrays.copyOf(one("68", 0644, 0, 1000).file("app/more", "1").bytes(), 1024);
        byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x20, 0};
        byte[] gzipHeader = {0x1f, (byte) 0x8b};
        byte[] hugeTime = withPax("mtime", "1e2147483647").bytes();
        for (byte[] layer : List.of(cut, zstd, new byte[1024], gzipHeader, hugeTime)) {
            assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("layer.tar"), new SavedImage.Tar()
                    .file("layer", layer, 0644, 0, 0).file("config", config)
                    .file("manifest.json", "[{\"Config\":\"config\",\"Layers\":[\"layer\"]}]").bytes())))
                    .isInstanceOf(IOException.class).message().isNotBlank().satisfies(message -> assertThat(message.contains("zstd")).isEqualTo(layer == zstd));
        }
        assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("layers.tar"), new SavedImage.Tar()
                .file("config", config).file("manifest.json", "[{\"Config\":\"config\",\"Layers\":[]}]").bytes())))
                .isInstanceOf(IOException.class).hasMessageContaining("0 层");
        for (String manifest : List.of("{}", "[]", "[null]", "7")) {
            assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("other.tar"), new SavedImage.Tar()
                    .file("manifest.json", manifest).bytes()))).as(manifest).isInstanceOf(IOException.class)
                    .hasMessageContaining("不是 docker save");
        }
        assertThatThrownBy(() -> ImageDiff.read(Files.write(folder.resolve("other.tar"), new SavedImage.Tar()
                .file("manifest.json", "[{}]").bytes()))).isInstanceOf(IOException.class);
    }

    @Test
    @DisplayName("超过 2 GB 的文件：说读不了")
    void tooLarge() {
        byte[] block = new SavedImage.Tar().file("app/large", "").bytes();
        System.arraycopy("30000000000".getBytes(StandardCharsets.UTF_8), 0, block, 124, 11);
        assertThatThrownBy(() -> {
            ImageDiff.Tar tar = new ImageDiff.Tar(new ByteArrayInputStream(block));
            assertThat(tar.next().size()).isGreaterThan(Integer.MAX_VALUE);
            tar.content();
        }).isInstanceOf(IOException.class).hasMessageContaining("超过 2 GB");
    }

    @Test
    @DisplayName("存到一半被打断（Ctrl+C、kill）：临时的 tar 不留下")
    void interrupted() throws IOException {
        Path docker = Files.createDirectories(folder.resolve("bin")).resolve("docker");
        // Ends when the program that reads from it does.
        Files.writeString(docker, "#!/bin/sh\necho half > \"$3\"\ntouch saving\nread end\n");
        assertThat(docker.toFile().setExecutable(true)).isTrue();
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<String> command = ConsoleRun.javaCommand(ImageDiff.class, "bookstore:1", "bookstore:2");
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        try (RunningProgram program = RunningProgram.start(command, folder,
                Map.of("PATH", docker.getParent() + ":" + System.getenv("PATH")))) {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(folder.resolve("saving")));
            assertThat(temporary).isNotEmptyDirectory();
            program.terminate();
            assertThat(program.exitCode(Duration.ofSeconds(60))).hasValue(143);
        }
        assertThat(temporary).isEmptyDirectory();
    }

    private ConsoleRun run(String... arguments) {
        return ConsoleRun.java(ImageDiff.class, arguments);
    }

    @Test
    @DisplayName("没有设 LANG，旁边又有中文名字的文件：java 编译不了 ImageDiff.java，退出码是 1；设了 LC_ALL=C.UTF-8 就运行得了")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "一个文件里的 package 与同名的目录，旧的 JDK 不这样看")
    void sourceBesideChineseNames() throws IOException {
        String old = base().write(folder.resolve("old.tar"), false).toString();
        Files.writeString(folder.resolve("ImageDiff.java"), Files.readString(Recording.module()
                .resolve("src/main/java/com/example/bookstore/ImageDiff.java")).replaceFirst("package .*;", ""));
        // By the shell: the name that this JVM would give depends on its own LANG.
        assertThat(ConsoleRun.run(List.of("sh", "-c", ": > \"$(printf '\\344\\270\\211').txt\""), folder, null, Map.of()).exitCode()).isZero();
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "ImageDiff.java", old, old);
        ConsoleRun failed = ConsoleRun.run(command, folder, null, Map.of("LC_ALL", "C"));
        assertThat(failed.exitCode()).as(failed.output()).isEqualTo(1);
        assertThat(failed.output()).contains("error: compilation failed");
        assertThat(ConsoleRun.run(command, folder, null, Map.of("LC_ALL", "C.UTF-8")).exitCode()).isZero();
    }

    @Test
    @DisplayName("命令行：一样是 0，不一样是 1，用法与读不出来是 2")
    void commandLine() throws IOException {
        String old = base().write(folder.resolve("old.tar"), false).toString();
        String now = base().layer(JAR, one("68", 0644, 0, 1000)).write(folder.resolve("new.tar"), false).toString();
        assertThat(run(old, old).exitCode()).isZero();
        assertThat(run(old, now).exitCode()).isEqualTo(1);
        assertThat(run(old).exitCode()).isEqualTo(2);
        Files.writeString(folder.resolve("text.tar"), "不是镜像");
        Path empty = Files.write(folder.resolve("no-image.tar"), new SavedImage.Tar().file("manifest.json", "[]").bytes());
        assertThat(run(old, empty.toString()).exitCode()).isEqualTo(2);
        Path deep = Files.write(folder.resolve("deep.tar"), new SavedImage.Tar().file("manifest.json", "[".repeat(100_000)).bytes());
        assertThat(run(old, deep.toString()).exitCode()).isEqualTo(2);
        ConsoleRun unreadable = run(old, folder.resolve("text.tar").toString());
        assertThat(unreadable.exitCode()).isEqualTo(2);
        assertThat(unreadable.output()).startsWith("读不出这个镜像");
        // A file that the heap has no room for: neither alike nor different.
        Path large = base().layer(JAR, new SavedImage.Tar().file("app/large", new byte[16_000_000], 0644, 0, 1000))
                .write(folder.resolve("large.tar"), false);
        List<String> command = ConsoleRun.javaCommand(ImageDiff.class, old, large.toString());
        command.add(1, "-Xmx12m");
        ConsoleRun tight = ConsoleRun.run(command, folder, null, Map.of());
        assertThat(tight.exitCode()).as(tight.output()).isEqualTo(2);
        assertThat(tight.output()).startsWith("读不出这个镜像：内存不够");
        // A pipeline that has set no LANG: the words are not question marks.
        List<String> ascii = ConsoleRun.javaCommand(ImageDiff.class, old, now);
        ascii.replaceAll(word -> word.replaceFirst("^-Dstd(out|err)\\.encoding=UTF-8$", "-Dstd$1.encoding=US-ASCII"));
        assertThat(ConsoleRun.run(ascii, folder, null, Map.of()).output()).contains("结论：文件不一样");
        ascii.removeLast();
        assertThat(ConsoleRun.run(ascii, folder, null, Map.of()).output()).startsWith("用法：");
    }
}

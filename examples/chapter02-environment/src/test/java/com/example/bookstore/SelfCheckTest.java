package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the self-check in environments made for it: a PATH with few programs, a home folder of its own. */
@DisplayName("自检 SelfCheck.java")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "PATH 里的程序用脚本冒充")
class SelfCheckTest {

    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @TempDir
    static Path classes;

    @TempDir
    Path folder;

    private Path bin;
    private Path home;
    private final Map<String, String> environment = new HashMap<>();
    private List<String> options = List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");
    private int port = RunningProgram.freePort();

    @BeforeEach
    void everythingInOrder() throws IOException {
        bin = Files.createDirectories(folder.resolve("bin"));
        home = Files.createDirectories(folder.resolve("home"));
        environment.put("PATH", bin.toString());
        environment.put("JAVA_HOME", JDK.toString());
        environment.put("MAVEN_OPTS", "");
        program("mvn", "echo 'Apache Maven 3.9.11 (abc)'; echo 'Java version: 25, vendor: X'");
        program("git", "echo 'git version 2.51.0'");
    }

    /** The self-check compiled once, as the launcher of source files does on every run. */
    @BeforeAll
    static void compile() {
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "11", "-encoding",
                "UTF-8", "-d", classes.toString(), Recording.module().resolve("SelfCheck.java").toString());
        assertThat(result).as("只用 Java 11 的语法和 API").isZero();
    }

    @Test
    @DisplayName("只用 Java 11 的语法和 API，旧 JDK 也能运行它")
    void compilesForJava11() throws IOException {
        // Class file version 55 is Java 11: what a newer one needs would not have compiled.
        assertThat(Files.readAllBytes(classes.resolve("SelfCheck.class"))[7]).isEqualTo((byte) 55);
    }

    @Test
    @RequiresProgram("git")
    @DisplayName("该有的都有：退出码 0")
    void allIsWell() throws IOException {
        realPrograms();
        settings(Files.readString(Recording.module().resolve("settings/settings.xml")));
        ConsoleRun run = selfCheckFromSource();
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).doesNotContain("[缺失]");
        Recording.check("selfcheck-ok.txt", asReader(run));
    }

    @Test
    @DisplayName("什么都不对：每一样都指出来，退出码 1")
    void allIsWrong() throws IOException {
        realPrograms();
        environment.put("JAVA_HOME", "/opt/jdk-25/bin");
        Files.delete(bin.resolve("git"));
        settings("<settings><mirrors><mirror><id>a</id><mirrorOf>*</mirrorOf>"
                + "<url>https://maven.example.com/public</url></mirror></mirrors></settings>");
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = other.getLocalPort();
            ConsoleRun run = selfCheckFromSource();
            assertThat(run.exitCode()).isEqualTo(1);
            Recording.check("selfcheck-broken.txt", asReader(run));
        }
    }

    @Test
    @DisplayName("端口写得不对：一句话说怎么写，退出码 2，没有调用栈")
    void noPort() {
        for (String typed : List.of("abc", "-1", "65536", "99999999999", "８０８０")) {
            ConsoleRun run = ConsoleRun.run(List.of(JDK.resolve("bin/java").toString(), "-Dstderr.encoding=UTF-8",
                    "-Dsun.jnu.encoding=UTF-8", "-cp", classes.toString(), "SelfCheck", typed),
                    folder, null, environment);
            assertThat(run.exitCode()).as(typed).isEqualTo(2);
            assertThat(run.output()).startsWith("端口要写成 0 到 65535 的整数").doesNotContain("Exception");
        }
    }

    @Test
    @DisplayName("PATH 里没有 mvn")
    void withoutMaven() throws IOException {
        Files.delete(bin.resolve("mvn"));
        assertThat(failing()).contains("[缺失] Maven：PATH 里没有 mvn", "结论：先处理 1 项：Maven");
    }

    @Test
    @DisplayName("JAVA_HOME 是 JRE：有 java 没有 javac")
    void runtimeOnly() throws IOException {
        Path jre = fakeJdk("17.0.15");
        Files.delete(jre.resolve("bin/javac"));
        environment.put("JAVA_HOME", jre.toString());
        assertThat(failing()).contains("有 java 没有 javac，这是 JRE，不是 JDK");
    }

    @Test
    @DisplayName("JAVA_HOME 是旧 JDK：说出版本")
    void oldJdk() throws IOException {
        environment.put("JAVA_HOME", fakeJdk("1.8.0_402").toString());
        program("mvn", "echo 'Apache Maven 3.9.11 (abc)'; echo 'Java version: 1.8.0_402, vendor: X'");
        assertThat(failing()).contains("是 JDK 1.8.0_402，太旧", "[缺失] Maven：3.9.11，用的是 JDK 1.8.0_402");
    }

    @Test
    @DisplayName("JAVA_HOME 连引号一起写了进去")
    void quotedJavaHome() {
        environment.put("JAVA_HOME", "\"" + JDK + "\"");
        assertThat(failing()).contains("引号不是路径的一部分，去掉它");
    }

    @Test
    @DisplayName("终端只认 ASCII，PATH 和 JAVA_HOME 里有中文：照样查完，不抛异常")
    void foldersTheTerminalCannotName() {
        environment.put("LC_ALL", "C");
        environment.put("PATH", "/opt/工具" + File.pathSeparator + bin);
        assertThat(selfCheck().output()).contains("[通过] Maven", "结论：").doesNotContain("Exception");
        environment.put("JAVA_HOME", "/opt/工具");
        assertThat(failing()).contains("[缺失] JAVA_HOME", "结论：先处理 1 项：JAVA_HOME")
                .doesNotContain("Exception");
    }

    @Test
    @DisplayName("没有 JAVA_HOME 不算错，只提醒")
    void withoutJavaHome() {
        environment.put("JAVA_HOME", "");
        assertThat(selfCheck().output()).contains("[提醒] JAVA_HOME：没有设置");
    }

    @Test
    @DisplayName("settings.xml 写坏了，两个镜像写了同一个 mirrorOf")
    void settingsFiles() throws IOException {
        settings("<settings><mirrors></settings>");
        assertThat(failing()).contains("[缺失] Maven 镜像：", "不是合法的 XML");
        String mirror = "<mirror><id>%1$s</id><mirrorOf>central</mirrorOf><url>https://%1$s.example.com</url></mirror>";
        settings("<settings><mirrors>" + mirror.formatted("a") + mirror.formatted("b") + "</mirrors></settings>");
        assertThat(selfCheck().output()).contains("[通过] Maven 镜像：central → https://a.example.com",
                "[提醒] Maven 镜像：central → https://b.example.com；前面已有 mirrorOf 相同的，这一个不起作用");
        String nexus = mirror.formatted("b").replace("central", "company");
        settings("<settings><mirrors>" + mirror.formatted("b") + nexus + "</mirrors></settings>");
        assertThat(selfCheck().output()).contains(
                "[提醒] Maven 镜像：company → https://b.example.com；id 与前面的相同，这一个不起作用");
        settings("<settings>" + mirror.formatted("a") + "</settings>");
        assertThat(selfCheck().output()).contains("[提醒] Maven 镜像：central → https://a.example.com；它不在 settings 下面的");
        settings("<settings><mirrors>" + mirror.formatted("a").replaceAll("<url>.*</url>", "") + "</mirrors></settings>");
        assertThat(failing()).contains("[缺失] Maven 镜像：central → ；没有写 url，Maven 不能构建");
        settings("<settings><mirrors><mirror><id>a</id><url>https://a.example.com</url></mirror></mirrors></settings>");
        assertThat(failing()).contains("；没有写 mirrorOf，Maven 不能构建");
    }

    @Test
    @DisplayName("列出几个 id 的镜像写在前面的星号之后：指出它不起作用；原样写一个 id 的、星号放过的不算")
    void mirrorsThatAnEarlierOneLeavesNothing() throws IOException {
        String note = "；要的仓库都归了前面的镜像，这一个不起作用";
        assertThat(mirrors("*", "central,company")).contains("[提醒] Maven 镜像：central,company → https://2.example.com" + note);
        assertThat(mirrors("*", "external:*")).contains("[提醒] Maven 镜像：external:* → https://2.example.com" + note);
        assertThat(mirrors("*", "*,!company")).contains("[提醒] Maven 镜像：*,!company → https://2.example.com" + note);
        assertThat(mirrors("central", "company", "central,company"))
                .contains("[提醒] Maven 镜像：central,company → https://3.example.com" + note);
        assertThat(mirrors("*", "central")).contains("[通过] Maven 镜像：central → https://2.example.com");
        assertThat(mirrors("central,company", "*")).doesNotContain(note);
        assertThat(mirrors("*,!company", "central,company"))
                .contains("[通过] Maven 镜像：central,company → https://2.example.com");
        assertThat(mirrors("*,!company", "*")).doesNotContain(note);
        assertThat(mirrors("central", "central,company")).doesNotContain(note);
        assertThat(mirrors("*,!company", "*,!company,!central")).contains("*,!company,!central → https://2.example.com" + note);
        assertThat(mirrors("*,!company", "company", "*")).contains("* → https://3.example.com" + note);
        assertThat(mirrors("external:*", "external:http:*")).contains("external:http:* → https://2.example.com" + note);
        assertThat(mirrors("external:*", "*")).doesNotContain(note);
    }

    /** What Maven does with these settings was tried by hand, on 3.8.7; {@code MirrorTest} has the space. */
    @Test
    @DisplayName("镜像不像看上去那样起作用：逗号旁的空格、大小写、blocked、没有 https、两个 url、两段 mirrors；Maven 读得了的不算错")
    void mirrorsThatDoNotDoWhatTheySeemTo() throws IOException {
        String direct = "[提醒] Maven 镜像：没有一个管 central；Maven 自带的设置没有改过的话，Maven Central 还是直连";
        assertThat(mirrors("*, !company")).contains("[提醒] Maven 镜像：*, !company → https://1.example.com；逗号旁边有空格");
        assertThat(mirrors("Central")).contains(direct);
        assertThat(mirrors("!central")).contains("；只写了不要的，这一个不起作用", direct);
        assertThat(mirrors("company", "external:*")).doesNotContain(direct);
        assertThat(mirrors("external:*,!company")).doesNotContain(direct);
        assertThat(mirrors("*,!central")).contains(direct);
        String mirror = "<mirror><mirrorOf>central</mirrorOf><url>%s</url></mirror>";
        settings("<settings><mirrors>" + mirror.formatted("https://a</url><url>https://b") + "</mirrors></settings>");
        assertThat(failing()).contains("[缺失] Maven 镜像：central → https://a；url 写了两次，Maven 不能构建").doesNotContain(direct);
        settings("<settings><mirrors>" + mirror.formatted("https://a").replace("</url>", "</url><blocked>true</blocked>") + "</mirrors></settings>");
        assertThat(selfCheck().output()).contains("；它写着 blocked，归它的仓库都不许访问");
        String layout = "</url><mirrorOfLayouts>%s</mirrorOfLayouts>";
        settings("<settings><mirrors>" + mirror.formatted("https://a").replace("</url>", layout.formatted("p2")) + "</mirrors></settings>");
        assertThat(selfCheck().output()).contains("；mirrorOfLayouts 里没有 default，这一个不起作用", direct);
        settings("<settings><mirrors>" + mirror.formatted("https://a").replace("</url>", layout.formatted("p2,default")) + "</mirrors></settings>");
        assertThat(selfCheck().output()).contains("[通过] Maven 镜像：central → https://a");
        settings("<settings><mirrors>" + mirror.formatted("a.example.com/public") + "</mirrors></settings>");
        assertThat(failing()).contains("；地址要以 https:// 开头，Maven 不能构建").doesNotContain(direct);
        String list = "<mirrors>" + mirror.formatted("https://a.example.com") + "</mirrors>";
        settings("<settings>" + list + list + "</settings>");
        assertThat(failing()).contains("里写了两段 mirrors，Maven 不能构建");
        settings("<!DOCTYPE settings SYSTEM 'http://127.0.0.1:9/s.dtd'><settings>" + list + "</settings>");
        assertThat(selfCheck().output()).contains("[通过] Maven 镜像：central → https://a.example.com");
        Files.write(home.resolve(".m2/settings.xml"), ("<settings><!-- 我的 -->" + list + "</settings>").getBytes("GBK"));
        assertThat(selfCheck().output()).contains("[通过] Maven 镜像：central → https://a.example.com");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "别的系统默认没有 127.0.0.2")
    @DisplayName("没有人接，却监听不了：说出系统给的原因，不说是被占用")
    void portThatCannotBeBound() throws IOException {
        try (ServerSocket elsewhere = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.2"))) {
            assertThat(selfCheck().output()).contains("[提醒] 端口：" + elsewhere.getLocalPort() + " 监听不了（")
                    .doesNotContain("被占用");
        }
    }

    private String mirrors(String... mirrorOf) throws IOException {
        StringBuilder settings = new StringBuilder("<settings><mirrors>");
        for (int i = 0; i < mirrorOf.length; i++) {
            settings.append("<mirror><id>%1$d</id><mirrorOf>%2$s</mirrorOf><url>https://%1$d.example.com</url></mirror>"
                    .formatted(i + 1, mirrorOf[i]));
        }
        settings(settings.append("</mirrors></settings>").toString());
        return selfCheck().output();
    }

    @Test
    @DisplayName("那个路径上没有这个文件：java 把它当成类名，找不到主类")
    void noSuchFile() {
        for (String[] expected : new String[][] {{"zh", "CN", "找不到或无法加载主类"},
                {"en", "US", "Could not find or load main class"}}) {
            ConsoleRun run = ConsoleRun.run(List.of(JDK.resolve("bin/java").toString(), "-Dstderr.encoding=UTF-8",
                    "-Duser.language=" + expected[0], "-Duser.country=" + expected[1],
                    "examples/chapter02-environment/SelfCheck.java"), folder, null, environment);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains(expected[2] + " examples.chapter02-environment.SelfCheck.java");
        }
    }

    @Test
    @DisplayName("Maven 太旧：Ubuntu 22.04 的软件源里是 3.6.3")
    void oldMaven() throws IOException {
        program("mvn", "echo 'Apache Maven 3.6.3'; echo 'Java version: 25, vendor: X'");
        assertThat(failing()).contains("[缺失] Maven：3.6.3；需要 3.8 或更新的版本");
        program("mvn", "echo 'Apache Maven 4.0.0-rc-4 (abc)'; echo 'Java version: 25, vendor: X'");
        assertThat(selfCheck().output()).contains("[通过] Maven：4.0.0-rc-4");
    }

    @Test
    @DisplayName("mvn、git、docker 都不响应：到时间就说，照样查完，不留下它们的进程")
    void programsThatHang() throws IOException {
        options = List.of("-Dstdout.encoding=UTF-8", "-Dselfcheck.seconds=2");
        for (String name : List.of("mvn", "git", "docker")) {
            program(name, "/bin/sleep 654321; echo 完");
        }
        assertThat(failing()).contains("[缺失] Maven：" + bin.resolve("mvn") + " 不能运行：等了 2 秒没有结束",
                "[缺失] Git：" + bin.resolve("git") + " 不能运行：等了 2 秒没有结束",
                "[提醒] Docker：" + bin.resolve("docker") + " 不能运行：等了 2 秒没有结束",
                "结论：先处理 2 项：Maven、Git");
        await().atMost(Duration.ofSeconds(20)).until(() -> ProcessHandle.allProcesses()
                .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 654321")));
    }

    @Test
    @DisplayName("mvn、git、docker 都是执行不了的脚本：各说一句，照样查完")
    void programsThatCannotBeExecuted() throws IOException {
        for (String name : List.of("mvn", "git", "docker")) {
            Files.writeString(bin.resolve(name), "#!/bin/sh\r\necho 1\r\n");
            Files.setPosixFilePermissions(bin.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(failing()).contains("[缺失] Maven：" + bin.resolve("mvn") + " 不能运行：Cannot run program",
                "[缺失] Git：" + bin.resolve("git") + " 不能运行：", "[提醒] Docker：" + bin.resolve("docker") + " 不能运行：",
                "结论：先处理 2 项：Maven、Git").doesNotContain("Exception");
    }

    @Test
    @DisplayName("docker 只会说找不到：不算通过；git 的版本前面有一行别的话：算通过")
    void programsThatSaySomethingElse() throws IOException {
        program("docker", "echo \"The command 'docker' could not be found in this WSL 2 distro.\"; exit 1");
        program("git", "echo 'ERROR: ld.so: object x cannot be preloaded'; echo 'git version 2.51.0'");
        assertThat(selfCheck().output()).contains("[提醒] Docker：" + bin.resolve("docker") + " 不能运行：The command 'docker'",
                "[通过] Git：2.51.0", "结论：可以开始。");
        program("docker", "echo 'Docker version 28.5.1, build e180ab8'");
        assertThat(selfCheck().output()).contains("[通过] Docker：Docker version 28.5.1");
    }

    @Test
    @DisplayName("JAVA_HOME 里没有 release 文件，它不是 UTF-8，写的不是版本号：看不出版本就说看不出，不说太旧")
    void jdkWithoutItsVersion() throws IOException {
        Path jdk = fakeJdk("25");
        Files.delete(jdk.resolve("release"));
        environment.put("JAVA_HOME", jdk.toString());
        assertThat(selfCheck().output()).contains("[提醒] JAVA_HOME：" + jdk + "；release 文件里读不到版本", "结论：可以开始。");
        Files.write(jdk.resolve("release"), "NAME=\"书\"\nJAVA_VERSION=\"25.0.3\"\n".getBytes("GBK"));
        assertThat(selfCheck().output()).contains("[通过] JAVA_HOME：" + jdk);
        for (String unknown : List.of("latest", "99999999999")) {
            Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + unknown + "\"\n");
            assertThat(selfCheck().output()).contains("[提醒] JAVA_HOME：" + jdk + "；release 文件里读不到版本", "结论：可以开始。");
        }
        Files.delete(jdk.resolve("release"));
        Files.createDirectory(jdk.resolve("release"));
        assertThat(selfCheck().output()).contains("[提醒] JAVA_HOME：" + jdk + "；release 文件里读不到版本");
    }

    @Test
    @DisplayName("终端显示不了中文：先用英文说怎么办")
    void terminalWithoutChinese() {
        options = List.of("-Dstdout.encoding=US-ASCII");
        assertThat(selfCheck().output()).startsWith("This terminal (US-ASCII) cannot show Chinese.")
                .contains("chcp 65001", "LC_ALL=C.UTF-8");
        options = List.of("-Dstdout.encoding=UTF-8");
        assertThat(selfCheck().output()).startsWith("[通过] JDK");
    }

    @Test
    @DisplayName("默认编码是 GBK 的旧 JDK 读错了这个文件，加 -Dfile.encoding=UTF-8 就对")
    void sourceReadAsGbk() {
        options = List.of("-Dstdout.encoding=UTF-8", "-Dfile.encoding=GBK");
        ConsoleRun misread = selfCheckFromSource();
        assertThat(misread.exitCode()).as("编译得过，只是汉字不对：" + misread.output()).isZero();
        assertThat(misread.output()).contains("JDK").doesNotContain("通过");
        options = List.of("-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8");
        assertThat(selfCheckFromSource().output()).contains("[通过] JDK");
    }

    private String failing() {
        ConsoleRun run = selfCheck();
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        return run.output();
    }

    private ConsoleRun selfCheck() {
        return selfCheck("-cp", classes.toString(), "SelfCheck");
    }

    /** The command on the page: the launcher compiles the file in memory. */
    private ConsoleRun selfCheckFromSource() {
        return selfCheck(Recording.module().resolve("SelfCheck.java").toString());
    }

    private ConsoleRun selfCheck(String... program) {
        List<String> command = new ArrayList<>(List.of(JDK.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-Duser.language=zh", "-Duser.country=CN", "-Duser.home=" + home));
        command.addAll(options);
        command.addAll(List.of(program));
        command.add(String.valueOf(port));
        return ConsoleRun.run(command, folder, null, environment);
    }

    /** Maven and Git as they are on this machine; only the rest of the PATH is hidden. */
    private void realPrograms() throws IOException {
        program("mvn", "PATH=/usr/bin:/bin exec '" + MavenProject.mavenCommand().getFirst() + "' \"$@\"");
        program("git", "PATH='" + System.getenv("PATH") + "' exec git \"$@\"");
    }

    /** Folders and versions of this machine written as a reader's: they say nothing of the check. */
    private String asReader(ConsoleRun run) {
        return run.output().replace(JDK.toString(), "/opt/jdk-25").replace(home.toString(), "/home/reader")
                .replace(bin.toString(), "/usr/local/bin")
                .replace(System.getProperty("java.version"), "@java.version@")
                .replaceAll("(Maven：)\\d[^，]*", "$13.9.11").replaceAll("(Git：)\\d.*", "$12.51.0")
                .replaceAll("(端口：)\\d+", "$18080");
    }

    private void settings(String content) throws IOException {
        Files.createDirectories(home.resolve(".m2"));
        Files.writeString(home.resolve(".m2/settings.xml"), content);
    }

    private Path fakeJdk(String version) throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk"));
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("bin/java"), "");
        Files.writeString(jdk.resolve("bin/javac"), "");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return jdk;
    }

    private void program(String name, String script) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}

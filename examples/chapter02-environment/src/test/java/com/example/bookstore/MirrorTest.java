package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Maven 镜像：同一个项目，换几份 settings.xml")
class MirrorTest {

    /** The mirror has what is public, as a public mirror does; only the company has its own artifact. */
    private final Repositories repositories = new Repositories()
            .publish("central", "com.example.open", "open-bom")
            .publish("mirror", "com.example.open", "open-bom")
            .publish("company", "com.example.company", "company-bom");

    @AfterEach
    void stop() {
        repositories.close();
    }

    @Test
    @DisplayName("四种 mirrorOf，各问了哪个仓库；central 用的是页面上的 settings.xml")
    void routes() throws IOException {
        StringBuilder table = new StringBuilder();
        for (String mirrorOf : List.of("", "central", "*", "*,!company")) {
            try (Repositories fresh = new Repositories()
                    .publish("central", "com.example.open", "open-bom")
                    .publish("mirror", "com.example.open", "open-bom")
                    .publish("company", "com.example.company", "company-bom")) {
                MavenProject project = project("routes-" + mirrorOf.replaceAll("\\W+", "-"), fresh,
                        mirrorOf.isEmpty() ? "" : mirror("mirror", mirrorOf, fresh.url() + "/mirror"));
                if (mirrorOf.equals("central")) {
                    Files.writeString(project.folder().resolve("settings.xml"), thePagesSettings(fresh));
                }
                ConsoleRun run = validate(project);
                assertThat(run.exitCode()).as(run.output()).isEqualTo(mirrorOf.equals("*") ? 1 : 0);
                table.append(mirrorOf.isEmpty() ? "没有镜像" : "mirrorOf=" + mirrorOf).append('\n')
                        .append("  open-bom     ").append(fresh.asked("open-bom")).append('\n')
                        .append("  company-bom  ").append(fresh.asked("company-bom"))
                        .append(run.exitCode() == 0 ? "" : "，构建失败").append('\n');
            }
        }
        Recording.checkVerbatim("mirror-routes.txt", table.toString());
    }

    @Test
    @DisplayName("mirrorOf 写 *：公司仓库被顶替；镜像补上了也没用，Maven 记住了失败，加 -U 才再问")
    void starReplacesEveryRepositoryAndIsRemembered() throws IOException {
        MavenProject project = project("star", repositories, mirror("mirror", "*", repositories.url() + "/mirror"));
        ConsoleRun run = validate(project);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(repositories.requests()).noneMatch(request -> request.startsWith("/company/"));
        Recording.check("mirror-incomplete.txt", sentence(run, "Could not find artifact .*?\\)"));

        repositories.publish("mirror", "com.example.company", "company-bom");
        int asked = repositories.requests().size();
        ConsoleRun again = validate(project);
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(repositories.requests()).as("第二次没有再问任何仓库").hasSize(asked);
        Recording.check("mirror-cached.txt", sentence(again,
                "com\\.example\\.company:company-bom:\\S+ was not found .*? updates are forced"));
        assertThat(validate(project, "-U").exitCode()).isZero();
    }

    @Test
    @DisplayName("记住的“没有”过了零点就会再问；没有的是插件，Maven 3.8 过了几天也不问，加 -U 才问")
    void whatIsMissingIsAskedForTheNextDay() throws IOException {
        MavenProject bom = project("days-later", repositories, mirror("mirror", "*", repositories.url() + "/mirror"));
        validate(bom);
        validate(bom);
        assertThat(repositories.asked("company-bom")).isEqualTo("mirror 404");
        daysLater(bom);
        validate(bom);
        assertThat(repositories.asked("company-bom")).isEqualTo("mirror 404 → mirror 404");

        MavenProject plugin = project("plugin-days-later", repositories,
                mirror("mirror", "central", repositories.url() + "/mirror"))
                .edit("pom.xml", "<repositories>", """
                        <build><plugins><plugin><groupId>com.example</groupId><artifactId>no-plugin</artifactId>
                        <version>1.0.0</version><executions><execution><phase>validate</phase>
                        <goals><goal>run</goal></goals></execution></executions></plugin></plugins></build>
                        <repositories>""");
        assertThat(validate(plugin).exitCode()).isEqualTo(1);
        String first = repositories.asked("no-plugin");
        assertThat(first).startsWith("mirror 404");
        daysLater(plugin);
        assertThat(validate(plugin).exitCode()).isEqualTo(1);
        String twice = first + " → " + first;
        boolean never = plugin.maven("en", "-v").output().contains("Apache Maven 3.8.");
        assertThat(repositories.asked("no-plugin")).isEqualTo(never ? first : twice);
        validate(plugin, "-U");
        assertThat(repositories.asked("no-plugin")).startsWith(twice);
    }

    /** What Maven noted of what is missing becomes three days old. */
    private static void daysLater(MavenProject project) throws IOException {
        String then = String.valueOf(Instant.now().minus(Duration.ofDays(3)).toEpochMilli());
        List<Path> notes;
        try (Stream<Path> files = Files.walk(project.folder().resolve("repository"))) {
            notes = files.filter(file -> file.toString().endsWith(".lastUpdated")).toList();
        }
        assertThat(notes).isNotEmpty();
        for (Path note : notes) {
            Files.writeString(note, Files.readString(note).replaceAll("(lastUpdated=)\\d+", "$1" + then));
        }
    }

    @Test
    @DisplayName("记住的是“这个地址没有”：把 * 改成 central，换了地址，不加 -U 也会问")
    void anotherAddressIsAskedAtOnce() throws IOException {
        MavenProject project = project("mended", repositories, mirror("mirror", "*", repositories.url() + "/mirror"));
        assertThat(validate(project).exitCode()).isEqualTo(1);
        Files.writeString(project.folder().resolve("settings.xml"), thePagesSettings(repositories));
        assertThat(validate(project).exitCode()).isZero();
        assertThat(repositories.asked("company-bom")).isEqualTo("mirror 404 → company 200");
    }

    @Test
    @DisplayName("下载过的记着是从哪个 id 来的：id 没有变就不再取，地址变了也一样；换了 id 就重新取一遍")
    void downloadedAgainFromAnotherId() throws IOException {
        repositories.publish("nexus", "com.example.open", "open-bom");
        MavenProject project = project("another-id", repositories, "");
        assertThat(validate(project).exitCode()).isZero();
        String first = "company 404 → central 200";
        assertThat(repositories.asked("open-bom")).isEqualTo(first);
        for (String id : List.of("central", "aliyun")) {
            Files.writeString(project.folder().resolve("settings.xml"), "<settings>\n<mirrors>\n"
                    + mirror(id, "central", repositories.url() + "/nexus") + "</mirrors>\n</settings>\n");
            assertThat(validate(project).exitCode()).isZero();
            assertThat(repositories.asked("open-bom")).isEqualTo(id.equals("central") ? first : first + " → nexus 200");
        }
    }

    @Test
    @DisplayName("下载日志写着每个文件从哪个仓库来：Downloaded from 后面的 id")
    void theLogSaysWhereFrom() throws IOException {
        MavenProject project = project("log", repositories, mirror("any", "*", repositories.url() + "/any"));
        Files.writeString(project.folder().resolve("settings.xml"), thePagesSettings(repositories));
        ConsoleRun run = validate(project);
        assertThat(run.exitCode()).as(run.output()).isZero();
        Recording.check("mirror-log.txt", project.lines(run, line -> line.matches(".*Download(ing|ed) from .*-bom.*"))
                .replace(repositories.url(), "http://localhost:8080").replaceAll(" \\([^)]*\\)", ""));
    }

    @Test
    @DisplayName("原样写着仓库 id 的镜像优先于星号，写在后面也一样")
    void theIdItselfBeatsThePattern() throws IOException {
        MavenProject project = project("id-first", repositories,
                mirror("star", "*", repositories.url() + "/company")
                        + mirror("mirror", "central", repositories.url() + "/mirror"));
        assertThat(validate(project).exitCode()).isZero();
        assertThat(repositories.asked("open-bom")).isEqualTo("company 404 → mirror 200");
    }

    @Test
    @DisplayName("逗号后面的空格算进了 id：“*, !company”把公司仓库也换掉")
    void aSpaceAfterTheCommaBelongsToTheId() throws IOException {
        MavenProject project = project("space", repositories,
                mirror("mirror", "*, !company", repositories.url() + "/mirror"));
        assertThat(validate(project).exitCode()).isEqualTo(1);
        assertThat(repositories.asked("company-bom")).isEqualTo("mirror 404");
    }

    @Test
    @DisplayName("列出几个 id 的镜像写在星号后面，一个请求也轮不到；写在前面才轮得到")
    void aListAfterTheStarIsNotAsked() throws IOException {
        String star = mirror("star", "*", repositories.url() + "/company");
        String list = mirror("mirror", "central,company", repositories.url() + "/mirror");
        MavenProject project = project("list-after-star", repositories, star + list);
        assertThat(validate(project).exitCode()).isEqualTo(1);
        assertThat(repositories.asked("open-bom")).isEqualTo("company 404");

        Files.writeString(project.folder().resolve("settings.xml"),
                "<settings>\n<mirrors>\n" + list + star + "</mirrors>\n</settings>\n");
        validate(project);
        assertThat(repositories.asked("open-bom")).isEqualTo("company 404 → mirror 200");
    }

    @Test
    @DisplayName("私服要密码：server 的 id 要与镜像的 id 相同，写成仓库的 id 还是 401")
    void passwordsGoByTheMirrorsId() throws IOException {
        repositories.publish("nexus", "com.example.open", "open-bom")
                .publish("nexus", "com.example.company", "company-bom").lock("nexus", "reader", "secret");
        MavenProject project = project("password", repositories, mirror("nexus", "*", repositories.url() + "/nexus"));
        Path settings = project.folder().resolve("settings.xml");
        String server = Files.readString(Recording.module().resolve("settings/server.xml"))
                .replaceAll("(?s).*(<servers>.*</servers>).*", "$1");
        String withoutPassword = Files.readString(settings);
        Files.writeString(settings, withoutPassword.replace("<mirrors>",
                server.replace("<id>nexus</id>", "<id>company</id>") + "<mirrors>"));
        ConsoleRun refused = validate(project);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).contains("nexus (" + repositories.url() + "/nexus)", "401");
        assertThat(repositories.requests()).isNotEmpty().allMatch(request -> request.endsWith(" 401"));

        Files.writeString(settings, withoutPassword.replace("<mirrors>", server + "<mirrors>"));
        assertThat(validate(project, "-U").exitCode()).isZero();
        assertThat(repositories.asked("company-bom")).endsWith("nexus 200");
    }

    @Test
    @DisplayName("两个镜像都写 central，或者 id 相同：只有第一个起作用，不是第一个没有再问第二个")
    void firstMirrorWins() throws IOException {
        MavenProject project = project("first-wins", repositories,
                mirror("empty", "central", repositories.url() + "/empty")
                        + mirror("mirror", "central", repositories.url() + "/mirror"));
        ConsoleRun run = validate(project);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(repositories.requests()).noneMatch(request -> request.startsWith("/mirror/"));
        Recording.checkVerbatim("mirror-two.txt", "open-bom  " + repositories.asked("open-bom") + "\n");

        MavenProject sameId = project("same-id", repositories,
                mirror("mirror", "central", repositories.url() + "/mirror")
                        + mirror("mirror", "company", repositories.url() + "/nexus"));
        assertThat(validate(sameId).exitCode()).isZero();
        assertThat(repositories.requests()).noneMatch(request -> request.startsWith("/nexus/"))
                .contains("/company/com/example/company/company-bom/1.0.0/company-bom-1.0.0.pom 200");
    }

    @Test
    @DisplayName("仓库地址写 http：Maven 3.8.1 起直接拒绝，一个请求也不发")
    void plainHttpIsBlocked() throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/mirror-lab", "http")
                .edit("pom.xml", "http://localhost:8080/company", "http://maven.example.com/company")
                .edit("pom.xml", "</repositories>", "<repository><id>central</id><url>"
                        + repositories.url() + "/central</url></repository></repositories>");
        Files.writeString(project.folder().resolve("settings.xml"), "<settings/>");
        ConsoleRun run = project.maven("en", "-s", "settings.xml", "-Dmaven.repo.local=repository", "validate");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("mirror-http-blocked.txt", sentence(run, "Could not transfer artifact .*?\\)]"));
    }

    @Test
    @DisplayName("私服只有 http：为它的 id 单独写一个镜像，就不再拒绝（127.1 在 Maven 看来不是本机）")
    void aMirrorOfItsOwnLetsPlainHttpThrough() throws IOException {
        String intranet = repositories.url().replace("localhost", "127.1") + "/company";
        MavenProject project = project("http-allowed", repositories, "")
                .edit("pom.xml", repositories.url() + "/company", intranet);
        String[] arguments = {"-s", "settings.xml", "-Dmaven.repo.local=repository", "-U", "validate"};
        ConsoleRun blocked = project.maven("en", arguments);
        assertThat(blocked.exitCode()).isEqualTo(1);
        assertThat(blocked.output()).contains("Blocked mirror for repositories: [company (" + intranet);
        assertThat(repositories.requests()).noneMatch(request -> request.startsWith("/company/"));

        Files.writeString(project.folder().resolve("settings.xml"), "<settings>\n<mirrors>\n"
                + mirror("intranet", "company", intranet) + "</mirrors>\n</settings>\n");
        ConsoleRun run = project.maven("en", arguments);
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(repositories.asked("company-bom")).endsWith("company 200");
    }

    @Test
    @DisplayName("settings.xml 少一个结束标签：Maven 连构建都不开始")
    void brokenSettings() throws IOException {
        MavenProject project = project("broken-settings", repositories,
                mirror("mirror", "central", repositories.url() + "/mirror").replace("</mirror>", ""));
        ConsoleRun run = validate(project);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(repositories.requests()).isEmpty();
        Recording.check("settings-broken.txt", project.readersPaths(
                sentence(run, "Non-parseable settings .*?(?= @ )")));
    }

    @Test
    @DisplayName("mirrors 写在 pom.xml 里：不认识的标签")
    void mirrorInThePom() throws IOException {
        MavenProject project = project("mirror-in-pom", repositories, "");
        project.edit("pom.xml", "<repositories>", "<mirrors/>\n  <repositories>");
        ConsoleRun run = validate(project);
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("mirror-in-pom.txt", sentence(run, "Malformed POM .*?Unrecognised tag: 'mirrors'"));
    }

    /** The file the page prints, with the mirror's address replaced by this server's. */
    private static String thePagesSettings(Repositories repositories) throws IOException {
        String settings = Files.readString(Recording.module().resolve("settings/settings.xml"));
        assertThat(settings).contains("https://maven.aliyun.com/repository/public");
        return settings.replace("https://maven.aliyun.com/repository/public", repositories.url() + "/mirror");
    }

    /** A project with an empty local repository and its own settings, global ones included. */
    private static MavenProject project(String name, Repositories repositories, String mirrors) throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/mirror-lab", name)
                .edit("pom.xml", "http://localhost:8080", repositories.url());
        if (mirrors.isEmpty()) {
            // Without a mirror Maven would ask the real central: this server plays it, too.
            project.edit("pom.xml", "</repositories>", "<repository><id>central</id><url>"
                    + repositories.url() + "/central</url></repository></repositories>");
        }
        Files.writeString(project.folder().resolve("global.xml"), "<settings/>");
        Files.writeString(project.folder().resolve("settings.xml"),
                "<settings>\n<mirrors>\n" + mirrors + "</mirrors>\n</settings>\n");
        return project;
    }

    private static String mirror(String id, String mirrorOf, String url) {
        return "<mirror><id>%s</id><mirrorOf>%s</mirrorOf><url>%s</url></mirror>\n".formatted(id, mirrorOf, url);
    }

    private static ConsoleRun validate(MavenProject project, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-gs", "global.xml", "-s", "settings.xml",
                "-Dmaven.repo.local=repository"));
        all.addAll(Arrays.asList(arguments));
        all.add("validate");
        return project.maven("en", all.toArray(String[]::new));
    }

    /** The sentence that matters: what stands around it differs between versions of Maven. */
    private static String sentence(ConsoleRun run, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(run.output());
        assertThat(matcher.find()).as(run.output()).isTrue();
        return matcher.group();
    }
}

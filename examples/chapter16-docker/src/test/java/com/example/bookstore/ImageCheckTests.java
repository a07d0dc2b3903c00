package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.bookstore.ImageCheck.Facts;
import com.example.bookstore.ImageCheck.Layer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("image-check：一种毛病一条，没有毛病不说话")
class ImageCheckTests {

    private static final Layer SMALL = new Layer(20_000, "/bin/sh -c #(nop) COPY dir:1 in ./ ");
    private static final Layer BASE = new Layer(80_000_000, "/bin/sh -c #(nop) ADD file:0 in / ");
    private static final String JAVA = "[\"java\",\"-jar\",\"bookstore.jar\"]";

    private static List<String> findings(String user, String start, List<String> environment, Layer... layers) {
        return ImageCheck.findings(new Facts(user, start, true, environment, List.of(layers)));
    }

    @Test
    void nothingToSay() {
        assertThat(findings("bookstore", JAVA, List.of("LANG=C.UTF-8"), SMALL,
                new Layer(20_000_000, "/bin/sh -c #(nop) COPY dir:2 in ./ "),
                new Layer(4_000, "/bin/sh -c chown bookstore /app/logs"),
                new Layer(0, "/bin/sh -c rm -rf /var/lib/apt/lists/*"))).isEmpty();
    }

    /** A long instruction, with and without escapes: the patterns do not go deeper with each character. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "\\\"", "x\\n", "\\\\"})
    void longInstruction(String piece) {
        String text = piece.repeat(20_000 / piece.length());
        assertThat(ImageCheck.strings('"' + text + '"')).singleElement()
                .satisfies(string -> assertThat(string).hasSizeGreaterThanOrEqualTo(10_000));
        assertThat(findings("bookstore", JAVA, List.of(), SMALL,
                new Layer(2_000_000, "RUN /bin/sh -c echo \"" + text + "\" && chown -R bookstore /app # buildkit")))
                .singleElement().asString().startsWith("chown 或 chmod 又写了一份文件，2 MB");
    }

    @Test
    void noHealthcheck() {
        assertThat(ImageCheck.findings(new Facts("10001", JAVA, false, List.of(), List.of(SMALL))))
                .singleElement().asString().startsWith("没有 HEALTHCHECK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "root", "0", "0:0", "root:root"})
    void root(String user) {
        assertThat(findings(user, JAVA, List.of(), SMALL)).singleElement().asString().startsWith("以 root 运行");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"/bin/sh\",\"-c\",\"java -jar a.jar\"]", "[\"sh\",\"-c\",\"java -jar a.jar\"]",
            "[\"/bin/bash\",\"-c\",\"java -jar a.jar\"]",
            "[\"/usr/bin/bash\",\"-o\",\"pipefail\",\"-c\",\"java -jar a.jar\"]", "[\"/bin/ash\",\"-ec\",\"java -jar a.jar\"]",
            "[\"sh\",\"-c\",\"exec java -jar a.jar | tee a.log\"]",
            "[\"sh\",\"-c\",\"exec java -jar a.jar \\u0026 wait\"]", "[\"sh\",\"-c\",\"exec \\u003ea.log 2\\u003e\\u00261; java -jar a.jar\"]",
            "[\"sh\",\"-c\",\"echo 'then exec java'; java -jar a.jar\"]", "[\"sh\",\"-c\",\"java\",\"-jar\",\"a.jar\"]",
            "[\"/bin/sh\",\"-c\"][\"java -jar a.jar\"]", "[\"/usr/bin/tini\",\"--\",\"sh\",\"-c\",\"java -jar a.jar\"]",
            "[\"/__cacert_entrypoint.sh\"][\"/bin/sh\",\"-c\",\"java -jar a.jar\"]", "null[\"sh\",\"-c\",\"java -jar a.jar\"]"})
    void shell(String start) {
        assertThat(findings("bookstore", start, List.of(), SMALL)).singleElement().asString().startsWith("shell 形式");
    }

    /** The shell makes way for Java, or there is none. */
    @ParameterizedTest
    @ValueSource(strings = {"[\"/bin/sh\",\"-c\",\"exec java $JAVA_OPTS -jar a.jar\"]",
            "[\"sh\",\"-c\",\"exec java \\\"-Dshop.name=$SHOP\\\" -jar a.jar\"]", "[\"sh\",\"start.sh\"]",
            "[\"sh\",\"-c\",\"cd /app \\u0026\\u0026 exec java -jar a.jar\"]", "[\"sh\",\"-c\",\"set -e; exec java -jar a.jar 2\\u003e\\u00261\"]",
            "[\"sh\",\"-c\",\"exec java '-Da=b;c|d' $(cat jvm | tr ',' ' ') ${OPTS:-a|b} -jar a.jar\"]",
            "[\"sh\",\"-c\",\"echo a | tee b\\nexec java -jar a.jar\"]", "[\"sh\",\"-c\",\"if [ $DEBUG ]; then exec java -ea -jar a.jar; fi\"]",
            "[\"sh\",\"-c\",\"java -jar a.jar \\u0026 trap 'kill $!' TERM; wait\"]", "[\"dumb-init\",\"--\",\"sh\",\"-c\",\"java -jar a.jar\"]",
            "[\"tini\",\"-g\",\"--\",\"sh\",\"-c\",\"java -jar a.jar\"]", "[\"java\",\"-jar\",\"a.jar\"][\"sh\",\"-c\",\"x\"]", "null[\"/bin/bash\"]", "nullnull",
            "[\"bash\",\"start.sh\",\"-c\",\"x\"]"})
    void noShell(String start) {
        assertThat(findings("bookstore", start, List.of(), SMALL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DB_PASSWORD=1234", "spring.datasource.password=1234", "GITHUB_TOKEN=ghp_x",
            "APIKEY=x", "AWS_SECRET_ACCESS_KEY=x", "DB_PASS=x", "MYSQL_PWD=x", "openai.api-key=x", "dbPassword=true-love",
            "NPM_TOKEN=no.1", "SECRET_URL=https://user:pw@host", "MONGO_URI=mongodb://li:abc@db/shop"})
    void secretInEnvironment(String variable) {
        String name = variable.substring(0, variable.indexOf('='));
        assertThat(findings("bookstore", JAVA, List.of(variable), SMALL)).containsExactly("环境变量里有秘密：" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DB_PASSWORD=/run/secrets/db", "DB_PASSWORD=", "LANG=C.UTF-8", "PASSWORD_FILE=db.txt",
            "PRIVATE_KEY_PATH=store.key", "PASSWORD_DIR=secrets", "TOKENIZERS_PARALLELISM=false", "ALLOW_EMPTY_PASSWORD=yes",
            "MYSQL_RANDOM_ROOT_PASSWORD='true'", "TOKEN_URI=https://id.example.com/token", "SECRET_NAME=db", "PASSWORD_LENGTH=12",
            "SECRET_URL=https://user@host/a:b",
            "DB_URL=postgres://li:$OTHER@db/shop", "password-file=db.txt", "passwordFile=db.txt", "BYPASS=1", "PWD=app", "PASSENGER_APP_ENV=production", "PATH=/opt/java/openjdk/bin"})
    void noSecret(String variable) {
        assertThat(findings("bookstore", JAVA, List.of(variable), SMALL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"|1 NPM_TOKEN=abc /bin/sh -c ./download.sh", "RUN |1 NPM_TOKEN=abc /bin/sh -c ./download.sh # buildkit",
            "ARG RELEASE=1 NPM_TOKEN=abc", "RUN |2 RELEASE=1 NPM_TOKEN=abc /bin/sh -c ./download.sh # buildkit"})
    void secretInHistory(String createdBy) {
        assertThat(findings("bookstore", JAVA, List.of(), SMALL, new Layer(10, createdBy)))
                .containsExactly("构建历史里有秘密：NPM_TOKEN");
    }

    /** A value that is read when the image is built is not in the history. */
    @ParameterizedTest
    @ValueSource(strings = {"RUN /bin/sh -c TOKEN=$(cat /run/secrets/token) ./download.sh # buildkit",
            "RUN /bin/sh -c ./download.sh --token=$TOKEN # buildkit",
            "RUN /bin/sh -c TOKEN=\"$(cat /run/secrets/token)\" ./download.sh # buildkit",
            "RUN /bin/sh -c TOKEN=`cat /run/secrets/token` ./download.sh # buildkit",
            "RUN /bin/sh -c PASSWORD_FROM='/run/secrets/db' TOKEN=\"\" ./download.sh # buildkit"})
    void noSecretInHistory(String createdBy) {
        assertThat(findings("bookstore", JAVA, List.of(), SMALL, new Layer(10, createdBy))).isEmpty();
    }

    @Test
    void theSameSecretOnce() {
        assertThat(findings("bookstore", JAVA, List.of("DB_PASSWORD=1"), SMALL,
                new Layer(0, "/bin/sh -c #(nop)  ENV DB_PASSWORD=1"))).containsExactly("环境变量里有秘密：DB_PASSWORD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh -c #(nop) COPY file:1 in /bookstore.jar ", "COPY target/bookstore.jar /bookstore.jar # buildkit",
            "ADD target/bookstore.jar / # buildkit", "/bin/bash -o pipefail -c #(nop) COPY file:1 in /bookstore.jar "})
    void fatLayer(String createdBy) {
        assertThat(findings("bookstore", JAVA, List.of(), new Layer(24_000_000, createdBy), BASE))
                .singleElement().asString().startsWith("最上面的 COPY 有 24 MB");
    }

    @Test
    void limits() {
        Layer top = new Layer(5_000_000, "COPY layers/application/ ./ # buildkit");
        Layer chown = new Layer(1_000_000, "RUN /bin/sh -c chown -R bookstore /app # buildkit");
        assertThat(findings("bookstore", JAVA, List.of(), top, chown, BASE)).isEmpty();
        assertThat(findings("bookstore", JAVA, List.of(), new Layer(5_000_001, top.createdBy()), BASE))
                .singleElement().asString().startsWith("最上面的 COPY 有 5 MB");
        assertThat(findings("bookstore", JAVA, List.of(), SMALL, new Layer(1_000_001, chown.createdBy())))
                .singleElement().asString().startsWith("chown 或 chmod 又写了一份文件，1 MB");
    }

    /** An instruction that only speaks of COPY is none; what stands below the topmost COPY may be the dependencies. */
    @Test
    void topmostCopy() {
        Layer jar = new Layer(24_000_000, "COPY target/bookstore.jar . # buildkit");
        assertThat(findings("bookstore", JAVA, List.of(), new Layer(0, "LABEL note=please COPY and ADD nothing"), jar, BASE))
                .singleElement().asString().startsWith("最上面的 COPY 有 24 MB");
        assertThat(findings("bookstore", JAVA, List.of(), SMALL, jar, BASE)).isEmpty();
        assertThat(findings("bookstore", JAVA, List.of(), new Layer(30_000_000, "RUN /bin/sh -c curl -O https://example.com/a.jar # buildkit"),
                BASE, new Layer(0, "/bin/sh -c #(nop)  ARG RELEASE"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "/bin/sh -c chown -R bookstore /app; 24000000; chown 或 chmod 又写了一份文件，24 MB",
            "RUN /bin/sh -c chmod -R a+r /app # buildkit; 3000000; chown 或 chmod 又写了一份文件，3 MB",
            "RUN |1 UID=7 /bin/sh -c useradd -u $UID app && mkdir logs && chown -R app . # buildkit; 3000000; chown 或 chmod",
            "/bin/bash -o pipefail -c find /app -type f | xargs chmod 644; 3000000; chown 或 chmod",
            "/bin/sh -c rm supplier.key; 0; 单独一层 rm"})
    void copiedOrHidden(String createdBy, long bytes, String finding) {
        assertThat(findings("bookstore", JAVA, List.of(), SMALL, new Layer(bytes, createdBy)))
                .singleElement().asString().startsWith(finding);
    }

    /** Something else may have written the bytes, and what was removed may have come in the same step. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "RUN /bin/sh -c curl -fsSLo /usr/bin/gosu https://example.com/gosu && chmod +x /usr/bin/gosu # buildkit | 2000000",
            "/bin/sh -c chmod +x mvnw && ./mvnw dependency:go-offline | 90000000",
            "RUN /bin/sh -c apt-get update && apt-get install -y nginx && chown -R nginx /etc/nginx # buildkit | 40000000",
            "RUN /bin/sh -c curl -O https://example.com/a.sh && sh a.sh && rm a.sh # buildkit | 0",
            "RUN /bin/sh -c rm -rf /var/cache/apk/* # buildkit | 0"})
    void neitherCopiedNorHidden(String createdBy, long bytes) {
        assertThat(findings("bookstore", JAVA, List.of(), SMALL, new Layer(bytes, createdBy))).isEmpty();
    }

    /** What docker says on the error stream is not part of its answer. */
    @Test
    void warningsOfDocker() {
        try (ProgramFolder folder = ProgramFolder.create("docker-")) {
            Path docker = folder.write("docker", """
                    #!/bin/sh
                    echo 'WARNING: Error loading config file: permission denied' >&2
                    case "$1" in
                      image) printf 'bookstore\n["java","-jar","a.jar"]\n["CMD","check"]\n["LANG=C.UTF-8"]\n' ;;
                      history) printf '20000\t"COPY dir:1 in ./"\n' ;;
                    esac
                    """);
            assertThat(docker.toFile().setExecutable(true)).isTrue();
            ConsoleRun run = ConsoleRun.run(command("bookstore:1"), folder.path(),
                    null, Map.of("PATH", folder.path() + ":" + System.getenv("PATH")));
            assertThat(run.output().strip()).isEqualTo("没有发现问题");
            assertThat(run.exitCode()).isZero();
        }
    }

    /** An answer that cannot be read is not a finding: too short, or no number where the bytes stand. */
    @ParameterizedTest
    @ValueSource(strings = {"?", "bookstore\\n[\"java\"]null", "bookstore\\n[\"java\"]null\\nno",
            "bookstore\\n[\"java\"]null\\nno\\nnull"})
    void unreadableAnswer(String answer) {
        try (ProgramFolder folder = ProgramFolder.create("docker-")) {
            Path docker = folder.write("docker", "#!/bin/sh\nprintf '" + answer + "\\n'\n");
            assertThat(docker.toFile().setExecutable(true)).isTrue();
            ConsoleRun run = ConsoleRun.run(command("bookstore:1"), folder.path(),
                    null, Map.of("PATH", folder.path() + ":" + System.getenv("PATH")));
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.output()).startsWith("问不到这个镜像");
        }
    }

    /** An instruction of several lines is one layer: what Docker prints for RUN with a here-document. */
    @Test
    void severalLines() {
        try (ProgramFolder folder = ProgramFolder.create("docker-")) {
            Path docker = folder.write("docker", """
                    #!/bin/sh
                    case "$1" in
                      image) printf '%s\n' 'bookstore' '["java"]null' '["CMD","check"]' '["NOTE=a\\nDB_PASSWORD=x"]' ;;
                      history) printf '0\t%s\n' '"RUN /bin/sh -c cd /tmp\\nrm supplier.key\\n # buildkit"' ;;
                    esac
                    """);
            assertThat(docker.toFile().setExecutable(true)).isTrue();
            ConsoleRun run = ConsoleRun.run(command("bookstore:1"), folder.path(),
                    null, Map.of("PATH", folder.path() + ":" + System.getenv("PATH")));
            assertThat(run.output()).contains("环境变量里有秘密：DB_PASSWORD", "单独一层 rm", "共 2 处");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void noDocker() {
        try (ProgramFolder folder = ProgramFolder.create("docker-")) {
            ConsoleRun run = ConsoleRun.run(command("bookstore:1"), folder.path(),
                    null, Map.of("PATH", folder.path().toString()));
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.output()).startsWith("问不到这个镜像：运行不了 docker 命令");
        }
    }

    @Test
    void usage() {
        ConsoleRun run = ConsoleRun.run(command(), Recording.module(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("用法：java ImageCheck.java 镜像名");
    }

    @Test
    @DisplayName("系统没有设 LANG，只认 ASCII：照 UTF-8 打印")
    @EnabledOnOs(value = OS.LINUX, disabledReason = "靠 LC_ALL=C 扮演一个只认 ASCII 的系统")
    void whereTheSystemKnowsOnlyAscii() {
        try (ProgramFolder folder = ProgramFolder.create("docker-")) {
            Path docker = folder.write("docker", """
                    #!/bin/sh
                    case "$1" in
                      image) printf '%s\n' 'root' '["java"]null' '["CMD","check"]' 'null' ;;
                      history) printf '20000\t"COPY dir:1 in ./"\n' ;;
                    esac
                    """);
            assertThat(docker.toFile().setExecutable(true)).isTrue();
            Map<String, String> ascii = Map.of("LC_ALL", "C", "PATH", folder.path() + ":" + System.getenv("PATH"));
            assertThat(ConsoleRun.run(withoutEncoding("bookstore:1"), folder.path(), null, ascii).output().lines())
                    .containsExactly("× 以 root 运行：加一行 USER", "共 1 处");
            assertThat(ConsoleRun.run(withoutEncoding(), folder.path(), null, ascii).output())
                    .contains("用法：java ImageCheck.java 镜像名");
        }
    }

    private static List<String> withoutEncoding(String... arguments) {
        return command(arguments).stream()
                .filter(word -> !word.contains("encoding=")).toList();
    }

    /** The class compiled for these tests, in a JVM that lives for a moment. */
    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(ImageCheck.class, arguments));
        command.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        return command;
    }
}

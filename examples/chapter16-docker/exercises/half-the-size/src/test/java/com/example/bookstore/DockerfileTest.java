package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("镜像小一半")
class DockerfileTest {

    private List<String> all;
    /** The instructions of the image that is left in the end. */
    private List<String> last;

    @BeforeEach
    void read() throws IOException {
        try (InputStream file = DockerfileTest.class.getResourceAsStream("/Dockerfile")) {
            assertThat(file).as("src/main/resources/Dockerfile").isNotNull();
            // A comment may stand between two lines of one instruction.
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\h*(#.*)?\\R", "");
            all = text.replaceAll("\\\\\\h*\\R", " ").lines().map(String::strip).toList();
        }
        assertThat(stages(all)).as("FROM 开头的一行").isNotEmpty();
        last = stages(all).get(LAST).lines();
    }

    @Test
    @DisplayName("最后的镜像里没有编译器")
    void runtimeOnly() {
        assertThat(compiler(all)).as("最后的镜像带着编译器，或者看不出 Java 从哪里来，看这几行").isEmpty();
    }

    /** Names that FROM may use, and what they stand for. */
    private static final Pattern ARGUMENT = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|'([^']*)'|(\\S*))");

    /** {@code $NAME}, {@code ${NAME}} or {@code ${NAME:-otherwise}}, anywhere in a word. */
    private static final Pattern REFERENCE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)(?::?-([^}]*))?})");

    private static final String RUNTIME = "(?i).*(jre|distroless/java|openjdk-\\d+-runtime).*";

    /** eclipse-temurin:25 without more is a JDK. */
    private static final String JDK = "(?i).*(jdk|java|temurin|corretto|zulu|liberica|sapmachine|graalvm|semeru|maven|gradle).*";

    private static final String INSTALLS_RUNTIME = "(?i)RUN .*\\b(add|install) .*-jre\\b.*";

    private static final Pattern COPY = Pattern.compile("(?i)COPY\\s.*--from=(\\S+)\\s+(?:--\\S+\\s+)*(\\S+?)/?\\s.*");

    private static final Pattern JLINK = Pattern.compile("(?!.*(?:ALL-MODULE-PATH|jdk\\.compiler)).*\\bjlink\\b.*--output[= ]\\s*(\\S+?)/?(\\s.*)?");

    private static final String LAST = "";

    @ParameterizedTest(name = "{0}：{1}")
    @DisplayName("判分认得出哪些基础镜像带着编译器")
    @CsvSource({"FROM eclipse-temurin:25-jre, true", "FROM --platform=linux/amd64 eclipse-temurin:25-jre AS last, true",
            "FROM gcr.io/distroless/java25-debian13, true", "FROM eclipse-temurin:25, false",
            "FROM eclipse-temurin:25-jdk, false", "FROM openjdk:25, false", "FROM maven:3-eclipse-temurin-25, false",
            "FROM eclipse-temurin:25 AS java;FROM java, false",
            "FROM eclipse-temurin:25-jre AS java;FROM java AS last, true", "FROM ubi9/openjdk-25-runtime, true",
            "ARG BASE=eclipse-temurin:25-jre;FROM ${BASE}, true", "ARG JRE=eclipse-temurin:25-jdk;FROM $JRE, false",
            "ARG TAG=25-jre;FROM eclipse-temurin:${TAG}, true", "ARG JRE_TAG=25-jdk;FROM eclipse-temurin:$JRE_TAG, false",
            "ARG TAG=25-jre;ARG BASE=eclipse-temurin:$TAG;FROM $BASE AS last, true", "FROM eclipse-temurin:${JRE:-25-jdk}, false",
            "FROM eclipse-temurin:${TAG:-25-jre}, true", "ARG JRE;FROM eclipse-temurin:$JRE, false",
            "ARG TAG=25-jre;FROM maven:3 AS build;ARG TAG=25;FROM eclipse-temurin:$TAG, true",
            "ARG REPO=eclipse-temurin TAG=25-jre;FROM $REPO:$TAG, true", "ARG TAG=25-jre BASE=eclipse-temurin:$TAG;FROM $BASE, true",
            "ARG UNSET TAG='25-jre' NOTE=\"a B=c\";FROM eclipse-temurin:${TAG-25}, true", "ARG A=1 TAG=25-jdk;FROM eclipse-temurin:$TAG, false",
            "FROM eclipse-temurin:25-jdk AS build;RUN jlink --add-modules java.se --output java;FROM debian:13-slim;COPY --from=build /build/java /opt/java, true",
            "FROM eclipse-temurin:25 AS jdk;RUN $JAVA_HOME/bin/jlink --output=/small --add-modules java.se;FROM debian AS base;COPY --from=jdk /small/ /opt/jdk;FROM base, true",
            "FROM maven:3 AS build;RUN jlink --output \"$JRE/\" --add-modules java.se;FROM debian;COPY --from=0 $JRE $JAVA_HOME, true",
            "FROM eclipse-temurin:25 AS build;RUN jlink --add-modules ALL-MODULE-PATH --output /jre;FROM debian;COPY --from=build /jre /jre, false",
            "FROM eclipse-temurin:25 AS build;RUN jlink --add-modules java.se --output /jre;FROM debian;COPY --from=build /opt/java /jre, false",
            "FROM eclipse-temurin:25 AS build;RUN jlink --add-modules java.se --output /jre;FROM build;COPY --from=build /jre /jre, false",
            "FROM eclipse-temurin:25 AS build;RUN jlink --add-modules java.se --output /jre;FROM eclipse-temurin:25;COPY --from=build /jre /jre, false",
            "FROM debian;COPY --from=eclipse-temurin:25-jre /opt/java/openjdk /opt/java/openjdk, true",
            "FROM debian;COPY --from=eclipse-temurin:25 /opt/java/openjdk /opt/java/openjdk, false", "FROM debian, false",
            "FROM debian:13;RUN apt-get install -y openjdk-25-jre-headless, true", "FROM debian:13;RUN apt-get install -y openjdk-25-jdk-headless, false",
            "FROM alpine;RUN apk add openjdk25-jre, true", "FROM eclipse-temurin:25-jre;RUN apt-get install -y openjdk-25-jdk, false",
            "FROM eclipse-temurin:25-jdk AS jdk;FROM eclipse-temurin:25-jre;COPY --from=jdk /build/layers/dependencies/ ./, true",
            "FROM eclipse-temurin:25-jre;COPY jdk-25 /opt/jdk, false"})
    void grading(String dockerfile, boolean runtime) {
        assertThat(compiler(List.of(dockerfile.split(";"))).isEmpty()).isEqualTo(runtime);
    }

    /** The image a stage begins with, and its instructions; when that image is another stage, what that one has. */
    private record Stage(String image, List<String> lines) {

        /** Where jlink puts a Java: the last part of the path. */
        boolean links(String name) {
            return lines.stream().map(JLINK::matcher).anyMatch(jlink -> jlink.matches() && lastPart(jlink.group(1)).equals(name));
        }
    }

    private static String lastPart(String path) {
        return path.replaceAll("/?[\"']|/$", "").replaceFirst(".*/", "");
    }

    /** By name and by number; the last one by {@link #LAST}, too. */
    private static Map<String, Stage> stages(List<String> all) {
        Map<String, String> arguments = new HashMap<>();
        Map<String, Stage> stages = new HashMap<>();
        int number = 0;
        for (String line : all) {
            if (line.toUpperCase().startsWith("FROM ")) {
                List<String> words = Stream.of(line.split("\\s+")).skip(1)
                        .filter(word -> !word.startsWith("--")).toList();
                String image = resolved(words.getFirst(), arguments);
                Stage base = stages.getOrDefault(image.toLowerCase(), new Stage(image, List.of()));
                Stage stage = new Stage(base.image(), new ArrayList<>(base.lines()));
                stages.put(String.valueOf(number++), stage);
                stages.put(LAST, stage);
                if (words.size() > 1) {
                    stages.put(words.getLast().toLowerCase(), stage);
                }
            }
            else if (number > 0) {
                stages.get(LAST).lines().add(line);
            }
            // FROM knows only what stands before the first FROM.
            else if (line.toUpperCase().startsWith("ARG ")) {
                ARGUMENT.matcher(line).results().forEach(argument -> arguments.put(argument.group(1), resolved(IntStream
                        .of(2, 3, 4).mapToObj(argument::group).filter(Objects::nonNull).findFirst().orElse(""), arguments)));
            }
        }
        return stages;
    }

    /** What brings a compiler to the last image, or its base image when nothing brings a Java without one. */
    private static List<String> compiler(List<String> all) {
        Map<String, Stage> stages = stages(all);
        Stage last = stages.get(LAST);
        boolean runtime = last.image().matches(RUNTIME)
                || !last.image().matches(JDK) && last.lines().stream().anyMatch(line -> bringsRuntime(line, stages));
        return Stream.concat(runtime ? Stream.empty() : Stream.of("FROM " + last.image()), last.lines().stream()
                .filter(line -> line.replaceFirst("--from=\\S+", "").matches("(?i)(RUN|COPY) .*jdk(?!\\S*-jre).*"))
                .filter(line -> !bringsRuntime(line, stages))).toList();
    }

    /** Installed as a package, made by jlink, or copied out of an image without a compiler. */
    private static boolean bringsRuntime(String line, Map<String, Stage> stages) {
        Matcher copy = COPY.matcher(line);
        if (!copy.matches()) {
            return line.matches(INSTALLS_RUNTIME);
        }
        Stage from = stages.getOrDefault(copy.group(1).toLowerCase(), new Stage(copy.group(1), List.of()));
        return from.links(lastPart(copy.group(2))) || from.image().matches(RUNTIME) && copy.group(2).matches("(?i).*(java|jdk|jre|jvm).*");
    }

    private static String resolved(String word, Map<String, String> arguments) {
        return REFERENCE.matcher(word).replaceAll(reference -> {
            String name = reference.group(1) != null ? reference.group(1) : reference.group(2);
            String otherwise = reference.group(3) != null ? reference.group(3) : "";
            return Matcher.quoteReplacement(arguments.getOrDefault(name, otherwise));
        });
    }

    @Test
    @DisplayName("同一份文件没有写两遍")
    void nothingTwice() {
        assertThat(twice(last)).isEmpty();
    }

    /** A step that writes again, or hides, what a layer below has: the second one makes the image larger, too. */
    private static final Pattern WRITES_AGAIN = Pattern.compile("(?i)RUN .*(\\bch(own|mod|grp)\\b"
            + "|\\brm\\b(?!.*(apt/lists|/var/cache))|jarmode=tools"
            + "|\\b(mv|cp)\\s(.*[\\s/])?(lib|dependencies|application|app|layers|extracted|BOOT-INF|\\S*\\.jar|[.*])(/\\S*)?(\\s|$)).*");

    /** The jar has all dependencies, which a layer has already; it lies in target. */
    private static final Pattern WHOLE_JAR = Pattern.compile(
            "(?i)(COPY|ADD) (?!.*--from=)(.*\\s)?(\\S*\\.jar|(\\./)?target/?\\S*|\\./?)\\s.*");

    private static List<String> twice(List<String> lines) {
        List<String> twice = new ArrayList<>(lines.stream().filter(line -> WRITES_AGAIN.matcher(line).matches()
                || WHOLE_JAR.matcher(line.replaceAll("[\\[\\]\",]", " ")).matches()).toList());
        List<Copied> copied = copied(lines).stream().filter(one -> one.stage() != null).toList();
        for (Copied one : copied) {
            copied.stream().filter(other -> other != one && other.stage().equals(one.stage())
                    && (other.source() + "/").startsWith(one.source() + "/"))
                    .forEach(other -> twice.add(other.source() + " 放了两次，它也在 " + one.source() + " 里"));
        }
        return twice;
    }

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出写了两遍的")
    @CsvSource(quoteCharacter = '`', delimiterString = "→", textBlock = """
            COPY docker/healthcheck.sh /usr/local/bin/;COPY --from=a /b/dependencies/ ./;COPY --from=a /b/application/ ./ → false
            COPY --chmod=755 --chown=shop docker/ /usr/local/bin/;RUN cp /usr/share/zoneinfo/Asia/Shanghai /etc/localtime → false
            RUN apt-get update && apt-get install -y fontconfig && rm -rf /var/lib/apt/lists/*                         → false
            COPY --from=a /b/lib lib/;COPY --from=a /b/bookstore.jar ./;COPY --from=c /b/lib other/                    → false
            ADD target/bookstore.jar ./                                                                             → true
            COPY ["target/bookstore.jar", "./"]                                                                     → true
            COPY target docker /src/                                                                                → true
            COPY . /src                                                                                             → true
            COPY --chown=shop ./ ./                                                                                 → true
            RUN chown -R shop /app                                                                                  → true
            RUN mv dependencies/lib lib                                                                             → true
            RUN cp -r /app/lib /opt/                                                                                → true
            RUN mv extracted/* .                                                                                    → true
            COPY --from=a /b/dependencies/ ./;COPY --from=a /b/dependencies/ ./                                         → true
            COPY --from=a /b/dependencies/ ./;COPY --from=a /b /all/                                                  → true
            """)
    void gradingOfTwice(String lines, boolean twice) {
        assertThat(twice(List.of(lines.split(";"))).isEmpty()).isNotEqualTo(twice);
    }

    @Test
    @DisplayName("依赖与自己的代码不在一层，依赖在前")
    void dependenciesFirst() {
        assertThat(inOrder(last)).as("依赖与自己的代码各由一条 COPY --from 放进来，依赖在前").isTrue();
    }

    /**
     * With {@code extract --layers} they are called dependencies and application, without it lib and bookstore.jar,
     * in a jar that was unzipped BOOT-INF/lib and BOOT-INF/classes.
     */
    private static boolean inOrder(List<String> lines) {
        List<String> copies = lines.stream().filter(line -> line.matches("(?i)COPY .*--from=.*"))
                .map(line -> line.replaceAll("[\\[\\]\",]", " ")).toList();
        int dependencies = first(copies, ".*/(dependencies|lib)/? .*");
        int own = first(copies, ".*/(application/?|BOOT-INF/classes/?|bookstore\\.jar) .*");
        return dependencies >= 0 && dependencies < own;
    }

    private static int first(List<String> lines, String pattern) {
        return IntStream.range(0, lines.size()).filter(i -> lines.get(i).matches(pattern)).findFirst().orElse(-1);
    }

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出依赖与自己的代码：--layers 拆的，不加它拆的，后面又放了别的")
    @CsvSource({"COPY --from=a /b/layers/dependencies/ ./;COPY --from=a /b/layers/application/ ./, true",
            "COPY --from=a /b/spring-boot-loader/ ./;COPY --from=a /b/dependencies ./;COPY --from=a /b/application ./, true",
            "COPY --from=a /b/extracted/lib/ lib/;COPY --chown=1 --from=a /b/extracted/bookstore.jar ./;COPY --from=a /start.sh ./, true",
            "COPY --from=a /b/layers/application/ ./;COPY --from=a /b/layers/dependencies/ ./, false",
            "COPY --from=a /b/extracted/bookstore.jar ./;COPY --from=a /b/extracted/lib ./lib, false",
            "'COPY --from=a [\"/b/lib/\", \"./lib/\"];COPY --from=a [\"/b/bookstore.jar\", \"./\"]', true",
            "COPY --from=a /b/BOOT-INF/lib lib/;COPY --from=a /b/META-INF META-INF/;COPY --from=a /b/BOOT-INF/classes/ ./, true",
            "COPY --from=a /b/BOOT-INF/classes ./;COPY --from=a /b/BOOT-INF/lib lib/, false", "COPY --from=a /b/BOOT-INF/ ./, false",
            "COPY --from=a /b/layers/ ./, false", "COPY --from=a /b/extracted/ ./, false", "COPY --from=a /b/bookstore.jar ./, false"})
    void gradingOfLayers(String dockerfile, boolean inOrder) {
        assertThat(inOrder(List.of(dockerfile.split(";")))).isEqualTo(inOrder);
    }

    @Test
    @DisplayName("仍然不是 root，仍然有健康检查，仍然由 java 做 1 号进程")
    void keepsTheRest() {
        assertThat(user(stages(all).get(LAST))).as("最后一个 USER").isNotEmpty().doesNotMatch("root|0+");
        assertThat(asks(argumentOfLast("HEALTHCHECK", last))).as("最后一个 HEALTHCHECK 要问得出应用好不好，不是总说好").isTrue();
        assertThat(isJava(command(last))).as("1 号进程是不是 java，启动命令是 %s", command(last)).isTrue();
    }

    /** Without a group; base images for applications bring a user along, the others begin as root. */
    private static String user(Stage stage) {
        String user = argumentOfLast("USER", stage.lines()).replaceAll("[\"']", "").replaceFirst(":.*", "");
        return user.isEmpty() && stage.image().matches("(?i).*(:.*nonroot.*|openjdk-\\d+-runtime.*)") ? "nonroot" : user;
    }

    /** Of what HEALTHCHECK runs, and whether it may fail. */
    private static boolean asks(String healthcheck) {
        String command = healthcheck.replaceFirst("(--\\S+\\s+)*", "");
        return command.matches("(?i)CMD\\s.*") && !command.substring(4).replaceAll("[\\[\\]\",]", " ").strip()
                .matches("|(.*(\\|\\||;)\\s*)?((/usr)?/bin/)?(true|:|exit(\\s+0)?|echo\\b.*)");
    }

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出 root 与总说好的健康检查")
    @CsvSource(quoteCharacter = '`', delimiterString = "→", textBlock = """
            FROM eclipse-temurin:25-jre;USER bookstore;HEALTHCHECK --interval=2s CMD ["bash", "/usr/local/bin/healthcheck"] → true
            FROM eclipse-temurin:25-jre;USER 10001:10001;HEALTHCHECK CMD bash /usr/local/bin/healthcheck || exit 1          → true
            FROM gcr.io/distroless/java25-debian13:nonroot;HEALTHCHECK CMD ["java", "-cp", "/app", "Check"]                 → true
            FROM ubi9/openjdk-25-runtime;HEALTHCHECK CMD curl -f http://localhost:8080/actuator/health                      → true
            FROM eclipse-temurin:25-jre;HEALTHCHECK CMD ["bash", "/usr/local/bin/healthcheck"]                              → false
            FROM eclipse-temurin:25-jre;USER bookstore;USER root:bookstore;HEALTHCHECK CMD bash /healthcheck                → false
            FROM eclipse-temurin:25-jre;USER "0";HEALTHCHECK CMD bash /healthcheck                                          → false
            FROM gcr.io/distroless/java25-debian13;HEALTHCHECK CMD ["java", "-cp", "/app", "Check"]                         → false
            FROM eclipse-temurin:25-jre AS a;USER bookstore;FROM eclipse-temurin:25-jre;HEALTHCHECK CMD bash /healthcheck   → false
            FROM eclipse-temurin:25-jre;USER bookstore                                                                      → false
            FROM eclipse-temurin:25-jre;USER bookstore;HEALTHCHECK CMD bash /healthcheck;HEALTHCHECK NONE                   → false
            FROM eclipse-temurin:25-jre;USER bookstore;HEALTHCHECK --interval=2s                                            → false
            FROM eclipse-temurin:25-jre;USER bookstore;HEALTHCHECK CMD ["/bin/true"]                                        → false
            FROM eclipse-temurin:25-jre;USER bookstore;HEALTHCHECK CMD bash /healthcheck || exit 0                          → false
            FROM eclipse-temurin:25-jre;USER bookstore;HEALTHCHECK CMD echo ok                                              → false
            """)
    void gradingOfTheRest(String dockerfile, boolean right) {
        Stage stage = stages(List.of(dockerfile.split(";(?! *exit)"))).get(LAST);
        String user = user(stage);
        assertThat(!user.isEmpty() && !user.matches("root|0+") && asks(argumentOfLast("HEALTHCHECK", stage.lines())))
                .isEqualTo(right);
    }

    @Test
    @DisplayName("最后的镜像里，要用的都在：用户、健康检查的脚本、启动命令说的 jar 与它旁边的 lib；没有整个 jar")
    void everythingIsThere() {
        assertThat(wrong(all)).isEmpty();
    }

    /** Users that base images bring along. */
    private static final List<String> KNOWN_USERS = List.of("nonroot", "nobody", "daemon", "ubuntu", "default", "jboss");

    private static final Pattern RUN_JAR = Pattern.compile("-jar\\s+(\\S+)");

    /** What a COPY puts where; both are whole paths. */
    private record Copied(String stage, String source, String target) {
    }

    /** A path without dots, from a directory on. */
    private static String path(String directory, String path) {
        return Stream.of((path.startsWith("/") ? path : directory + "/" + path).split("/"))
                .filter(part -> !part.isEmpty() && !part.equals(".")).map(part -> "/" + part).collect(Collectors.joining());
    }

    private static List<Copied> copied(List<String> lines) {
        List<Copied> copied = new ArrayList<>();
        String directory = "";
        for (String line : lines) {
            List<String> words = Stream.of(line.replaceAll("[\\[\\]\",]", " ").strip().split("\\s+")).toList();
            if (words.getFirst().equalsIgnoreCase("WORKDIR") && words.size() > 1) {
                directory = path(directory, words.get(1));
            }
            if (!words.getFirst().equalsIgnoreCase("COPY")) {
                continue;
            }
            String stage = words.stream().filter(word -> word.startsWith("--from=")).map(word -> word.substring(7)).findFirst().orElse(null);
            List<String> files = words.stream().skip(1).filter(word -> !word.startsWith("--")).toList();
            for (int i = 0; i < files.size() - 1; i++) {
                String target = path(directory, files.getLast());
                // A file goes into a directory, the files of a directory take its place.
                boolean inside = files.get(i).endsWith(".jar") && (files.size() > 2 || files.getLast().matches("(.*/)?\\.?"));
                copied.add(new Copied(stage, path("", files.get(i)), inside ? target + "/" + lastPart(files.get(i)) : target));
            }
        }
        return copied;
    }

    /** What the jar's own tool leaves: with --layers four folders, otherwise lib and the jar, in a folder of the stage. */
    private record Extracted(String folder, List<String> names, boolean launcher) {

        /** Whether something is there; what does not look like a part of it is not asked. */
        boolean has(String source) {
            return !source.startsWith(folder + "/") ? !source.matches(".*/(dependencies|spring-boot-loader|snapshot-dependencies|application)")
                    : names.contains(source.substring(folder.length() + 1).replaceFirst("/.*", ""));
        }
    }

    private static Optional<Extracted> extracted(Stage stage) {
        String directory = "";
        for (String line : stage.lines()) {
            directory = line.matches("(?i)WORKDIR .*") ? path(directory, line.split("\\s+")[1]) : directory;
            Matcher extract = EXTRACT.matcher(line);
            if (extract.matches() && !line.matches(".*[$*].*|.*(\\bcd\\s|--application-filename).*")) {
                Matcher destination = DESTINATION.matcher(line);
                String jar = lastPart(extract.group(1));
                boolean launcher = line.contains("--launcher");
                return Optional.of(new Extracted(path(directory, destination.find() ? destination.group(1) : jar.replaceFirst("\\.jar$", "")),
                        line.contains("--layers") ? List.of("dependencies", "spring-boot-loader", "snapshot-dependencies", "application")
                                : launcher ? List.of("BOOT-INF", "META-INF", "org") : List.of("lib", jar), launcher));
            }
        }
        return Optional.empty();
    }

    private static final Pattern EXTRACT = Pattern.compile(".*-Djarmode=tools\\s.*-jar\\s+(\\S+)\\s+extract\\b.*");

    private static final Pattern DESTINATION = Pattern.compile("--destination[= ]\\s*(\\S+)");

    /** Programs that an instruction runs, and the image does not have; of images that are not known nothing is said. */
    private static List<String> programs(Stage stage) {
        boolean alpine = stage.image().matches("(?i).*alpine.*");
        boolean distroless = stage.image().matches("(?i).*distroless(?!.*debug).*");
        Map<String, String> missing = new LinkedHashMap<>();
        if (distroless) {
            missing.put("bash|sh|useradd|adduser|curl|wget", "");
        }
        else if (alpine) {
            missing.put("bash", "bash");
            missing.put("useradd|groupadd", "shadow");
            missing.put("curl", "curl");
        }
        else if (stage.image().matches("(?i)(.*/)?(eclipse-temurin|debian|ubuntu)(:(?!.*ubi).*)?")) {
            missing.put("curl", "curl");
            missing.put("wget", "wget");
        }
        List<String> installed = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String line : stage.lines()) {
            installed.addAll(line.matches("(?i)RUN .*\\b(add|install)\\s.*") ? List.of(line.split("[\\s;&]+")) : List.of());
            if (!line.matches("(?i)(RUN|HEALTHCHECK) .*")) {
                continue;
            }
            missing.forEach((programs, brought) -> {
                if (!installed.contains(brought) && line.matches("(.*[\\s\"/;&|])?(" + programs + ")([\\s\"].*)?")) {
                    wrong.add(stage.image() + " 里没有这一条要用的 " + programs + "：" + line);
                }
            });
        }
        return wrong;
    }

    /** What the container would miss, and a whole jar that it has no use for; what the lines do not tell is not asked. */
    private static List<String> wrong(List<String> all) {
        Map<String, Stage> stages = stages(all);
        List<String> lines = stages.get(LAST).lines();
        List<String> wrong = new ArrayList<>(all.stream().filter(line -> line.contains("jarmode=layertools"))
                .map(line -> "Boot 4 的 jar 没有 layertools，用 -Djarmode=tools … extract --layers：" + line).toList());
        String user = user(stages.get(LAST));
        if (user.matches("[a-z_][\\w-]*") && !KNOWN_USERS.contains(user) && lines.stream()
                .noneMatch(line -> line.matches("(?i)RUN .*\\b(useradd|adduser)\\b.*\\b" + user + "\\b.*|COPY .*/etc/passwd.*"))) {
            wrong.add("最后的镜像里没有用户 " + user);
        }
        if (argumentOfLast("HEALTHCHECK", lines).contains("/healthcheck")
                && lines.stream().noneMatch(line -> line.matches("(?i)(COPY|ADD|RUN) .*(healthcheck|\\bdocker/?\\s).*"))) {
            wrong.add("最后的镜像里没有 healthcheck 脚本");
        }
        wrong.addAll(programs(stages.get(LAST)));
        List<Copied> copied = copied(lines);
        for (Copied one : copied) {
            extracted(stages.getOrDefault(String.valueOf(one.stage()).toLowerCase(), new Stage("", List.of()))).filter(
                    there -> !there.has(one.source())).ifPresent(there -> wrong.add(one.source() + " 不在那里，拆出来的在 " + there.folder()
                            + "，里面是 " + there.names()));
            boolean whole = one.stage() != null && one.source().endsWith(".jar") && (one.source().contains("/target/")
                    || copied(stages.getOrDefault(one.stage().toLowerCase(), new Stage("", List.of())).lines()).stream()
                            .anyMatch(before -> before.stage() == null && before.target().equals(one.source())));
            if (whole) {
                wrong.add("整个 jar 又放了一份，里面已经有全部依赖：" + one.source());
            }
        }
        List<String> jars = copied.stream().filter(one -> one.stage() != null).filter(one -> one.source().matches(".*(/application|\\.jar)"))
                .map(one -> one.source().endsWith(".jar") ? one.target() : one.target() + "/bookstore.jar").toList();
        List<String> libraries = copied.stream().filter(one -> one.stage() != null).filter(one -> one.source().matches(".*/(dependencies|lib)"))
                .map(one -> one.source().endsWith("/lib") ? one.target() : one.target() + "/lib").toList();
        String directory = "";
        for (String line : lines) {
            directory = line.matches("(?i)WORKDIR .*") ? path(directory, line.split("\\s+")[1]) : directory;
        }
        String started = String.join(" ", command(lines));
        List<Extracted> splits = copied.stream().map(one -> String.valueOf(one.stage()).toLowerCase()).distinct()
                .flatMap(name -> extracted(stages.getOrDefault(name, new Stage("", List.of()))).stream()).toList();
        if (!splits.isEmpty() && (started.contains("-jar ") && splits.stream().allMatch(Extracted::launcher)
                || started.contains(".JarLauncher") && splits.stream().noneMatch(Extracted::launcher))) {
            wrong.add("拆的时候写了 --launcher 的，启动的是 org.springframework.boot.loader.launch.JarLauncher；没有写的，启动的是 jar");
        }
        else if (started.contains(".JarLauncher") && copied.stream().noneMatch(one -> one.source().endsWith("/spring-boot-loader"))) {
            wrong.add("JarLauncher 在 spring-boot-loader 里，它没有放进来");
        }
        Matcher run = RUN_JAR.matcher(started);
        if (run.find() && !run.group(1).contains("$") && !jars.isEmpty()) {
            String jar = path(directory, run.group(1));
            if (!jars.contains(jar)) {
                wrong.add("启动命令说的 " + jar + " 不在那里，jar 在 " + jars);
            }
            else if (!libraries.isEmpty() && !libraries.contains(jar.replaceFirst("/[^/]*$", "/lib"))) {
                wrong.add(jar + " 旁边没有 lib，lib 在 " + libraries);
            }
        }
        return wrong;
    }

    private static final String SPLIT = "FROM eclipse-temurin:25-jre AS layers;WORKDIR /build;COPY target/bookstore.jar .;"
            + "RUN java -Djarmode=tools -jar bookstore.jar extract --layers --destination layers;FROM eclipse-temurin:25-jre;";

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出少了什么")
    @CsvSource(quoteCharacter = '`', delimiterString = "→", textBlock = """
            RUN useradd shop;WORKDIR /app;COPY --from=layers /build/layers/dependencies/ ./;COPY --from=layers /build/layers/application/ ./;USER shop;ENTRYPOINT ["java", "-jar", "bookstore.jar"] →
            COPY --from=0 build/layers/dependencies /app;COPY --from=0 ["build/layers/application", "/app"];USER 10001:10001;ENTRYPOINT exec java -jar /app/bookstore.jar →
            WORKDIR /srv;WORKDIR app;COPY --from=layers /x/lib/ lib/;COPY --from=layers /x/bookstore.jar shop.jar;ENTRYPOINT ["java", "-jar", "shop.jar"] →
            COPY --from=layers /x/lib /srv/lib;COPY --from=layers /x/bookstore.jar /srv/;WORKDIR /srv;CMD ["java", "-jar", "bookstore.jar"] →
            WORKDIR /app;COPY --from=layers /x/BOOT-INF/lib lib;COPY --from=layers /x/BOOT-INF/classes ./;USER nonroot;ENTRYPOINT ["java", "-cp", "./:lib/*", "com.example.Bookstore"] →
            USER shop → 没有用户 shop
            USER shop;COPY --chown=shop --from=layers /build/layers/application/ ./ → 没有用户 shop
            HEALTHCHECK --retries=3 CMD ["bash", "/usr/local/bin/healthcheck"] → 没有 healthcheck 脚本
            WORKDIR /app;COPY --from=layers /build/layers/application/ ./;ENTRYPOINT ["java", "-jar", "extracted/bookstore.jar"] → 不在那里
            WORKDIR /app;COPY --from=layers /build/layers/dependencies/ a/;COPY --from=layers /build/layers/application/ b/;CMD ["java", "-jar", "b/bookstore.jar"] → 旁边没有 lib
            COPY --from=layers /build/layers/dependencies/ ./;COPY --from=layers /build/bookstore.jar ./ → 整个 jar
            COPY --from=layers /src/target/bookstore.jar ./ → 整个 jar
            COPY --from=layers /build/extracted/dependencies/ ./ → 不在那里，拆出来的在 /build/layers
            COPY --from=layers /build/layers/lib/ lib/ → 不在那里，拆出来的在 /build/layers
            COPY --from=layers /build/layers/application/ /app/;ENTRYPOINT ["java", "org.springframework.boot.loader.launch.JarLauncher"] → 写了 --launcher
            HEALTHCHECK CMD curl --fail http://localhost:8080/actuator/health/readiness → 没有这一条要用的 curl
            RUN apt-get update && apt-get install -y curl;HEALTHCHECK CMD curl --fail http://localhost:8080/actuator/health →
            FROM eclipse-temurin:25-jre-alpine;COPY docker/healthcheck.sh /bin/;HEALTHCHECK CMD ["bash", "/bin/healthcheck.sh"] → 没有这一条要用的 bash
            FROM eclipse-temurin:25-jre-alpine;RUN apk add bash;COPY docker/healthcheck.sh /bin/;HEALTHCHECK CMD ["bash", "/bin/healthcheck.sh"] →
            FROM eclipse-temurin:25-jre-alpine;RUN useradd shop;USER shop → 没有这一条要用的 useradd
            FROM eclipse-temurin:25-jre-alpine;RUN adduser -S shop;USER shop;HEALTHCHECK CMD wget -q -O /dev/null http://localhost:8080/actuator/health/readiness →
            FROM gcr.io/distroless/java25-debian13:nonroot;HEALTHCHECK CMD ["bash", "/healthcheck.sh"];COPY docker/ / → 没有这一条要用的 bash
            """)
    void gradingOfWhatIsThere(String dockerfile, String expected) {
        List<String> wrong = wrong(List.of((SPLIT + dockerfile).split(";")));
        if (expected == null) {
            assertThat(wrong).isEmpty();
        }
        else {
            assertThat(wrong).singleElement().asString().contains(expected);
        }
    }

    @ParameterizedTest(name = "{2}：{0}，{1}")
    @DisplayName("判分认得出怎样拆的，就该怎样启动")
    @CsvSource(quoteCharacter = '`', delimiterString = "→", textBlock = """
            extract --layers --destination layers            → java -jar bookstore.jar                                                           → true
            extract --layers --launcher --destination layers → java org.springframework.boot.loader.launch.JarLauncher                           → true
            extract --layers --launcher --destination layers → java -jar bookstore.jar                                                           → false
            extract --layers --destination layers            → java org.springframework.boot.loader.launch.JarLauncher                           → false
            """)
    void gradingOfTheLauncher(String extract, String command, boolean starts) {
        List<String> lines = List.of("FROM eclipse-temurin:25-jre AS a", "WORKDIR /b", "COPY target/bookstore.jar ./",
                "RUN java -Djarmode=tools -jar bookstore.jar " + extract, "FROM eclipse-temurin:25-jre", "COPY --from=a /b/layers/dependencies ./",
                "COPY --from=a /b/layers/spring-boot-loader ./", "COPY --from=a /b/layers/application ./", "ENTRYPOINT exec " + command);
        assertThat(wrong(lines).isEmpty()).isEqualTo(starts);
        assertThat(wrong(lines.stream().filter(line -> !line.contains("spring-boot-loader")).toList()).isEmpty())
                .isEqualTo(starts && command.contains("-jar"));
    }

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出拆 jar 的工具：layertools 是 Boot 2 与 3 的，4 没有")
    @CsvSource({"RUN java -Djarmode=tools -jar bookstore.jar extract --layers, true",
            "RUN java -Djarmode=layertools -jar bookstore.jar extract, false"})
    void gradingOfTheTool(String line, boolean there) {
        assertThat(wrong(List.of("FROM eclipse-temurin:25-jre AS a", line, "FROM eclipse-temurin:25-jre")).isEmpty()).isEqualTo(there);
    }

    private static final String SHELL = "/bin/sh";

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** What Docker starts: ENTRYPOINT and then CMD, which a shell's ENTRYPOINT does not read. */
    private static List<String> command(List<String> lines) {
        List<String> entrypoint = words(argumentOfLast("ENTRYPOINT", lines));
        return entrypoint.size() > 1 && entrypoint.getFirst().equals(SHELL) ? entrypoint
                : Stream.concat(entrypoint.stream(), words(argumentOfLast("CMD", lines)).stream()).toList();
    }

    /** In brackets as it stands, otherwise by way of a shell. */
    private static List<String> words(String argument) {
        return argument.isEmpty() ? List.of() : argument.startsWith("[")
                ? STRING.matcher(argument).results().map(string -> string.group(1)).toList() : List.of(SHELL, "-c", argument);
    }

    /** Java itself with something to run, or what makes way for it: a shell's exec, the base image's own script. */
    private static boolean isJava(List<String> command) {
        if (command.isEmpty()) {
            return false;
        }
        List<String> rest = command.subList(1, command.size());
        return switch (lastPart(command.getFirst())) {
            case "java" -> !rest.isEmpty() && !rest.contains(SHELL);
            case "__cacert_entrypoint.sh" -> isJava(rest);
            case "sh", "bash" -> rest.size() > 1 && rest.getFirst().equals("-c")
                    && rest.get(1).matches("(.*(&&|;)\\s*)?exec\\s+(\\S*/)?java\\s([^|&;]|>&)+");
            default -> false;
        };
    }

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出谁是 1 号进程：参数写在 CMD 里的，整条命令写在 CMD 里的，shell 让了位的")
    @CsvSource(quoteCharacter = '`', delimiterString = "→", textBlock = """
            ENTRYPOINT ["java", "-jar", "bookstore.jar"]                             → true
            ENTRYPOINT ["java"];CMD ["-jar", "bookstore.jar"]                        → true
            CMD ["-jar", "bookstore.jar"];ENTRYPOINT ["/opt/jre/bin/java"]           → true
            CMD ["java", "-jar", "bookstore.jar"]                                    → true
            ENTRYPOINT [];CMD ["java", "-jar", "bookstore.jar"]                      → true
            ENTRYPOINT ["sh", "start.sh"];ENTRYPOINT [ ];CMD ["java", "-jar", "a"]   → true
            ENTRYPOINT ["/__cacert_entrypoint.sh"];CMD ["java", "-jar", "a.jar"]     → true
            ENTRYPOINT ["/__cacert_entrypoint.sh", "java", "-jar", "a.jar"]          → true
            ENTRYPOINT exec java $JAVA_OPTS -jar bookstore.jar                       → true
            CMD exec java -jar bookstore.jar                                         → true
            ENTRYPOINT ["sh", "-c", "exec java -jar bookstore.jar"]                  → true
            ENTRYPOINT cd /app && exec /opt/jre/bin/java -jar bookstore.jar 2>&1     → true
            ENTRYPOINT ["java", "-cp", "app:lib/*", "com.example.Bookstore"]         → true
            ENTRYPOINT ["java"];ENTRYPOINT ["sh", "start.sh"]                        → false
            ENTRYPOINT ["sh", "-c"];CMD ["java -jar bookstore.jar"]                  → false
            ENTRYPOINT ["sh", "-c", "java -jar bookstore.jar"]                       → false
            ENTRYPOINT ["sh", "-c", "exec java -jar bookstore.jar | tee a.log"]      → false
            ENTRYPOINT exec java -jar bookstore.jar & wait                           → false
            ENTRYPOINT ["sh", "start.sh"];CMD ["java", "-jar", "bookstore.jar"]      → false
            ENTRYPOINT ["/__cacert_entrypoint.sh"];CMD java -jar bookstore.jar       → false
            ENTRYPOINT java -jar bookstore.jar                                       → false
            ENTRYPOINT java;CMD ["java", "-jar", "bookstore.jar"]                    → false
            CMD java -jar bookstore.jar                                              → false
            CMD ["-jar", "bookstore.jar"]                                            → false
            CMD ["java"]                                                             → false
            ENTRYPOINT ["java"];CMD -jar bookstore.jar                               → false
            EXPOSE 8080                                                              → false
            """)
    void gradingOfTheFirstProcess(String dockerfile, boolean java) {
        assertThat(isJava(command(List.of(dockerfile.split(";"))))).isEqualTo(java);
    }

    /** The last of an instruction is the one that counts. */
    private static String argumentOfLast(String instruction, List<String> lines) {
        return lines.stream().filter(line -> line.toUpperCase().startsWith(instruction + " "))
                .reduce((before, after) -> after).map(line -> line.substring(instruction.length()).strip()).orElse("");
    }
}

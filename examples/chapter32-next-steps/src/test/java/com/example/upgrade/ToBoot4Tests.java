package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.upgrade.WhatBreaks.When;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From 3.5 to 4.1: what breaks, in the order in which it is met. */
@Order(1)
class ToBoot4Tests {

    private static final String MIGRATOR = """
                <dependency>
                  <groupId>org.springframework.boot</groupId>
                  <artifactId>spring-boot-properties-migrator</artifactId>
                  <scope>runtime</scope>
                </dependency>
            """;

    private static final String TWICE = "Multiple {*...} or ** pattern elements are not allowed";

    private static List<Javac.Message> errors;
    private static List<Javac.Message> warnings;
    private static List<Javac.Message> cured;

    @BeforeAll
    static void compile() {
        Station.prepare();
        errors = Javac.errors(Javac.compile(Station.source("boot35"), Station.boot41().libraries(),
                UnaryOperator.identity(), "--release", "17"));
        warnings = Javac.compile(Station.source("boot35"), Station.boot35().libraries(),
                UnaryOperator.identity(), "--release", "17", "-Xlint:removal,deprecation");
        cured = Javac.compile(Station.source("boot41"), Station.boot41().libraries(),
                UnaryOperator.identity(), "--release", "17", "-Xlint:removal");
    }

    /** Takes out of the station of 4.1 what its compiler does not ask for. */
    static void undo(MavenProject project) {
        project.edit("src/main/java/com/example/bookstore/Book.java",
                        "@JsonPropertyOrder({\"id\", \"title\", \"isbn\", \"price\"})\n", "")
                .edit("src/main/resources/application.properties", "spring.web.error", "server.error");
        Path test = Recording.module().resolve("failures/boot41/src/test/java/com/example/bookstore/NoClientTests.java");
        try {
            Files.copy(test, project.folder().resolve("src/test/java/com/example/bookstore/NoClientTests.java"));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void startersThatAreGone() {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/boot35", "pom41")
                .edit("pom.xml", "3.5.16", System.getProperty("book.spring-boot.version"));
        String console = Station.maven(project, Path.of(System.getProperty("java.home")), "validate");
        List<String> missing = console.lines().filter(line -> line.contains("is missing. @")).distinct()
                .map(line -> line.replaceFirst("^\\[ERROR]\\s+", "").replaceFirst(" @ line.*", "")).distinct().toList();
        assertThat(missing).hasSize(2);
        Recording.check("starters.txt", String.join("\n", missing));
    }

    @Test
    void whatTheCompilerSays() {
        List<Javac.Message> roots = errors.stream().filter(error -> error.text().contains("package ")
                || error.text().contains("symbol:") || error.text().contains("applied"))
                .filter(error -> !error.text().contains("location: class") || error.text().contains("containsKey"))
                .toList();
        Recording.check("compile-41.txt", Javac.list(roots));
    }

    /** The reader's way: the compiler plugin asks javac for the text of an error after javac has put away its names. */
    @Test
    void mavenHidesWhatTheCompilerSays() {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/boot35", "compile41")
                .edit("pom.xml", "3.5.16", System.getProperty("book.spring-boot.version"))
                .edit("pom.xml", "spring-boot-starter-aop", "spring-boot-starter-aspectj")
                .edit("pom.xml", """
                              <exclusions>
                                <exclusion>
                                  <groupId>org.springframework.boot</groupId>
                                  <artifactId>spring-boot-starter-tomcat</artifactId>
                                </exclusion>
                              </exclusions>
                        """, "")
                .edit("pom.xml", """
                            <dependency>
                              <groupId>org.springframework.boot</groupId>
                              <artifactId>spring-boot-starter-undertow</artifactId>
                            </dependency>
                        """, "");
        Path jdk = Path.of(System.getProperty("java.home"));
        assertThat(Station.maven(project, jdk, "validate", "compile"))
                .contains("\"this.hashes\" is null").doesNotContain("SecurityConfig.java");
        assertThat(Station.maven(project, jdk, "validate", "compile", "-Dmaven.compiler.fork=true"))
                .contains("method csrf in class HttpSecurity cannot be applied", "Book.java").doesNotContain("this.hashes");
    }

    /** The old SecurityConfig alone is enough: without a lambda, javac has not loaded what the error names. */
    @Test
    void theOldSecurityConfigHidesItself() throws IOException {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/boot41", "csrf41");
        String config = "src/main/java/com/example/bookstore/SecurityConfig.java";
        Files.writeString(project.folder().resolve(config), Files.readString(Station.source("boot35").resolve(config)));
        String said = Station.maven(project, Path.of(System.getProperty("java.home")), "validate", "compile");
        assertThat(said).contains("\"this.hashes\" is null").doesNotContain("SecurityConfig.java");
        Recording.check("hashes.txt", said.lines().filter(line -> line.contains("Fatal error compiling")).findFirst().orElseThrow()
                .replaceFirst(" -> .*", "").replaceFirst("\\[ERROR\\] Failed to execute goal .*?: Fatal", "… Fatal"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BookControllerTests.java | package org.springframework.boot.test.autoconfigure.web.servlet does not exist
            BookControllerTests.java | package org.springframework.boot.test.mock.mockito does not exist
            BookstoreTests.java      | package org.springframework.boot.test.web.client does not exist
            ShelfHealth.java         | package org.springframework.boot.actuate.health does not exist
            CoverClient.java         | package org.springframework.boot.web.client does not exist
            BookstoreApplication.java | package org.springframework.boot.autoconfigure.domain does not exist
            CoverClient.java         | method containsKey
            PriceSerializer.java     | package com.fasterxml.jackson.databind does not exist
            PriceSerializer.java     | class JsonComponent
            Book.java                | class Where
            SecurityConfig.java      | method csrf in class HttpSecurity cannot be applied
            """)
    void eachCompilerErrorIsThereAndCured(String file, String text) {
        assertThat(errors).anyMatch(error -> error.file().equals(file) && error.text().contains(text));
        assertThat(Javac.errors(cured)).isEmpty();
    }

    /** Where an import cannot be found, javac does not look at what is called on the class. */
    @Test
    void someErrorsShowInTheSecondRound() {
        assertThat(errors).noneMatch(error -> error.text().contains("setConnectTimeout"));
        List<Javac.Message> second = Javac.errors(Javac.compile(Station.source("boot35"), Station.boot41().libraries(),
                source -> source.replace("boot.web.client.RestTemplateBuilder", "boot.restclient.RestTemplateBuilder"),
                "--release", "17"));
        assertThat(second).anyMatch(error -> error.file().equals("CoverClient.java")
                && error.text().contains("method setConnectTimeout"));
        Recording.check("second-round.txt", Javac.list(second.stream().filter(error -> !errors.contains(error)).toList()));
    }

    /** Those of jackson-annotations stayed; those that belong to databind moved with it. */
    @ParameterizedTest
    @CsvSource({"com.fasterxml.jackson.annotation.JsonIgnore, true", "com.fasterxml.jackson.annotation.JsonProperty, true",
            "com.fasterxml.jackson.annotation.JsonPropertyOrder, true",
            "com.fasterxml.jackson.databind.annotation.JsonSerialize, false", "tools.jackson.databind.annotation.JsonSerialize, true",
            "com.fasterxml.jackson.databind.annotation.JsonNaming, false", "tools.jackson.databind.annotation.JsonNaming, true"})
    void whichOfJacksonsAnnotationsMoved(String type, boolean there) {
        assertThat(Station.boot41().libraries().stream().anyMatch(jar -> contains(jar, type))).isEqualTo(there);
    }

    /** The names of what a Map had: gone from the class, each with another name beside it. */
    @ParameterizedTest
    @CsvSource({"containsKey, containsHeader", "keySet, headerNames", "entrySet, headerSet"})
    void headersAreNoMap(String map, String own) throws Exception {
        assertThat(methods(Station.boot35(), "org.springframework.http.HttpHeaders")).contains(map);
        assertThat(methods(Station.boot41(), "org.springframework.http.HttpHeaders")).contains(own).doesNotContain(map);
    }

    /** What one could call on headers and can no more: the tool finds each, and none of what is left. */
    @Test
    void whatHeadersLost() throws Exception {
        Set<String> before = methods(Station.boot35(), "org.springframework.http.HttpHeaders");
        Set<String> gone = new TreeSet<>(before);
        gone.removeAll(methods(Station.boot41(), "org.springframework.http.HttpHeaders"));
        gone.remove("writableHttpHeaders"); // static
        assertThat(gone).contains("containsKey", "keySet", "entrySet", "values", "computeIfAbsent").hasSize(12);
        assertThat(before).filteredOn(name -> WhatBreaks.RULES.stream().filter(rule -> rule.major() == 4 && rule.when() == When.COMPILE)
                .anyMatch(rule -> rule.pattern().matcher("headers." + name + "(").find())).containsExactlyInAnyOrderElementsOf(gone);
    }

    /** The new name is there on 3.5 already, so that it may be written before the upgrade. */
    @ParameterizedTest
    @CsvSource({"setConnectTimeout, connectTimeout", "setReadTimeout, readTimeout"})
    void theBuilderHasOtherNames(String old, String own) throws Exception {
        assertThat(methods(Station.boot35(), "org.springframework.boot.web.client.RestTemplateBuilder")).contains(old, own);
        assertThat(methods(Station.boot41(), "org.springframework.boot.restclient.RestTemplateBuilder")).contains(own)
                .doesNotContain(old);
    }

    /** One factory lost one of its two; javap reads the class without the client behind it. */
    @Test
    void theFactoryOfHttpComponentsHasNoConnectTimeout() {
        String apache = "org.springframework.http.client.HttpComponentsClientHttpRequestFactory";
        assertThat(javap(Station.boot35(), apache)).contains("setConnectTimeout(", "setReadTimeout(");
        assertThat(javap(Station.boot41(), apache)).contains("setReadTimeout(").doesNotContain("setConnectTimeout(");
        assertThat(javap(Station.boot41(), "org.springframework.http.client.SimpleClientHttpRequestFactory"))
                .contains("setConnectTimeout(", "setReadTimeout(");
    }

    private static String javap(Station station, String type) {
        StringWriter said = new StringWriter();
        assertThat(java.util.spi.ToolProvider.findFirst("javap").orElseThrow().run(new PrintWriter(said), new PrintWriter(said),
                "-public", "-cp", path(station.libraries()), type)).as(said.toString()).isZero();
        return said.toString();
    }

    private static Set<String> methods(Station station, String type) throws Exception {
        try (URLClassLoader loader = loader(station.libraries())) {
            return Stream.of(loader.loadClass(type).getMethods()).map(Method::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static URLClassLoader loader(List<Path> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    /** What another team compiled against 3.5: no compiler sees it again, so it fails when it is called. */
    @Test
    void aLibraryOfBoot3CallsTheOldName() throws Exception {
        Path work = Files.createTempDirectory(Recording.module().resolve("target"), "library");
        Path source = Files.writeString(work.resolve("Library.java"), """
                import org.springframework.http.HttpHeaders;

                public class Library {
                    public static boolean hasETag() {
                        return new HttpHeaders().containsKey("ETag");
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "17", "-d", work.toString(),
                "-classpath", path(Station.boot35().libraries()), source.toString())).isZero();
        List<Path> jars = new ArrayList<>(Station.boot41().libraries());
        jars.addFirst(work);
        try (URLClassLoader loader = loader(jars)) {
            Method hasETag = loader.loadClass("Library").getMethod("hasETag");
            assertThatThrownBy(() -> hasETag.invoke(null)).rootCause().isInstanceOf(NoSuchMethodError.class)
                    .hasMessage("'boolean org.springframework.http.HttpHeaders.containsKey(java.lang.Object)'");
        }
    }

    @Test
    void theMatcherThatTookItsPlaceKnowsNoStarsInTheMiddle() throws Exception {
        String web = "org.springframework.security.web.";
        for (String gone : List.of("util.matcher.AntPathRequestMatcher", "servlet.util.matcher.MvcRequestMatcher")) {
            assertThat(Station.boot35().libraries()).anyMatch(jar -> contains(jar, web + gone));
            assertThat(Station.boot41().libraries()).noneMatch(jar -> contains(jar, web + gone));
        }
        assertThat(Station.boot35().libraries()).anyMatch(jar -> contains(jar, web + "servlet.util.matcher.PathPatternRequestMatcher"));
        try (URLClassLoader loader = loader(Station.boot41().libraries())) {
            Method pattern = loader.loadClass(web + "servlet.util.matcher.PathPatternRequestMatcher")
                    .getMethod("pathPattern", String.class);
            assertThat(pattern.invoke(null, "/books/**")).isNotNull();
            assertThat(pattern.invoke(null, "/**/report")).isNotNull();
            assertThatThrownBy(() -> pattern.invoke(null, "/**/books/**")).rootCause().hasMessage(TWICE);
            assertThatThrownBy(() -> pattern.invoke(null, "/books/**/report")).rootCause()
                    .hasMessage("{*...} or ** pattern elements should be placed at the start or end of the pattern");
        }
    }

    /** The same in a rule of access: 3.5 looks at it when a request comes, 4.1 when it starts, and its advice is no cure. */
    @Test
    void aRuleWithTwoTimesTwoStars() throws Exception {
        try (RunningProgram program = Apps.start(Station.boot35(), stars(Station.boot35(), "boot35"), List.of(), jar -> true)) {
            assertThat(Apps.status(Apps.port(program), "/books")).isEqualTo(500);
            program.await(TWICE);
        }
        Path classes = stars(Station.boot41(), "boot41");
        Files.writeString(classes.resolve("application.properties"), "\nspring.mvc.pathmatch.matching-strategy=ant_path_matcher\n",
                StandardOpenOption.APPEND);
        try (RunningProgram program = Apps.start(Station.boot41(), classes, List.of(), jar -> true)) {
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(program.output()).contains("APPLICATION FAILED TO START", TWICE,
                    "switch to the legacy parser implementation with 'spring.mvc.pathmatch.matching-strategy=ant_path_matcher'");
        }
    }

    private static Path stars(Station station, String name) throws IOException {
        Path classes = Apps.classes(station, name + "-stars");
        Apps.recompile(station, classes, "SecurityConfig", source -> source.replace("\"/books/**\"", "\"/**/books/**\""));
        return classes;
    }

    private static String path(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Jackson 3 reads the annotations of a jar that is still numbered 2, and wants a new one. */
    @Test
    void anOldJarOfAnnotations() {
        Station station = Station.boot41();
        Predicate<Path> annotations = jar -> jar.getFileName().toString().startsWith("jackson-annotations-2");
        List<Path> old = Station.boot27().libraries().stream().filter(annotations).toList();
        assertThat(old).hasSize(1);
        try (RunningProgram program = Apps.start(station, Apps.classes(station, "annotations"), old,
                annotations.negate())) {
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(program.output()).contains("NoClassDefFoundError: com/fasterxml/jackson/annotation/JsonSerializeAs");
        }
    }

    private static boolean contains(Path jar, String type) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry(type.replace('.', '/') + ".class") != null;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void yesterdaysWarningsForetellSomeErrors() {
        Set<String> warned = warnings.stream().map(Javac.Message::file).collect(Collectors.toCollection(TreeSet::new));
        Set<String> broken = errors.stream().map(Javac.Message::file).collect(Collectors.toCollection(TreeSet::new));
        Table table = new Table("文件", "3.5 上的弃用警告", "4.1 上的错误");
        Set<String> all = new TreeSet<>(broken);
        all.addAll(warned);
        all.forEach(file -> table.row(file, count(warnings, file), count(errors, file)));
        assertThat(broken).hasSize(8).filteredOn(warned::contains).as("事先有警告的").hasSize(4);
        assertThat(lines(warnings, "CoverClient.java")).as("说的是别的行").isNotEmpty()
                .doesNotContainAnyElementsOf(lines(errors, "CoverClient.java"));
        Recording.check("warnings.txt", table.toString());
    }

    private static long count(List<Javac.Message> messages, String file) {
        return lines(messages, file).size();
    }

    private static Set<Integer> lines(List<Javac.Message> messages, String file) {
        return messages.stream().filter(message -> message.file().equals(file))
                .map(message -> (int) message.line()).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theLastWarningsOnBoot41() {
        List<Javac.Message> left = cured.stream().filter(message -> !message.error()).toList();
        assertThat(left).singleElement().satisfies(warning -> {
            assertThat(warning.file()).isEqualTo("CoverClient.java");
            assertThat(warning.text()).contains("rootUri(", "in RestTemplateBuilder", "marked for removal");
        });
    }

    @Test
    void silentBreaks() {
        Recording.check("silent-41.txt", Silent.list(Station.boot41Undone()));
    }

    @ParameterizedTest
    @CsvSource({"jsonIsWhatTheAppExpects", "missingBookIsNamed"})
    void onlyATestSeesIt(String test) {
        assertThat(Station.boot41Undone().failures()).containsKey("BookstoreTests." + test);
        assertThat(Station.boot41().tests.get("BookstoreTests." + test)).isEmpty();
    }

    @Test
    void theTestClientMustBeAskedFor() {
        String failure = Station.boot41Undone().failures().get("NoClientTests.asks");
        assertThat(failure).contains("TestRestTemplate");
        Recording.check("no-client.txt", failure.lines().filter(line -> line.contains("No qualifying bean"))
                .findFirst().orElseThrow().replaceFirst(".*(No qualifying bean of type '\\S+' available).*", "$1"));
    }

    @Test
    void flywayAloneDoesNothing() throws Exception {
        Station station = Station.boot41();
        try (RunningProgram program = Apps.start(station, Apps.classes(station, "flyway"), List.of(),
                ToBoot4Tests::isNotFlywaysModule)) {
            int port = Apps.port(program);
            assertThat(station.libraries()).anyMatch(jar -> jar.getFileName().toString().startsWith("flyway-core"));
            assertThat(Apps.status(port, "/books")).isEqualTo(500);
            program.await("BOOK\" not found");
            assertThat(program.output()).doesNotContain("Migrating schema");
            String line = program.output().lines().filter(text -> text.contains("not found")).findFirst().orElseThrow();
            Recording.check("no-flyway.txt", line.replaceFirst("^.*?(Table \"BOOK\" not found).*$", "$1"));
        }
    }

    /** Without {@code ddl-auto} an embedded database gets Hibernate's own, empty tables: not even an error is left. */
    @Test
    void flywayAloneAndHibernateMakesTheTables() throws Exception {
        Station station = Station.boot41();
        Path classes = ddlAuto(station, "flyway-default", "");
        try (RunningProgram program = Apps.start(station, classes, List.of(), ToBoot4Tests::isNotFlywaysModule)) {
            int port = Apps.port(program);
            assertThat(Apps.status(port, "/books")).isEqualTo(200);
            assertThat(Apps.status(port, "/books/978-1")).isEqualTo(404);
            assertThat(program.output()).doesNotContain("Migrating schema").doesNotContain("not found");
        }
    }

    @Test
    void flywayAloneAndHibernateValidates() throws Exception {
        Station station = Station.boot41();
        Path classes = ddlAuto(station, "flyway-validate", "spring.jpa.hibernate.ddl-auto=validate");
        try (RunningProgram program = Apps.start(station, classes, List.of(), ToBoot4Tests::isNotFlywaysModule)) {
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(program.output()).contains("missing table [book]");
        }
    }

    private static Path ddlAuto(Station station, String name, String line) throws IOException {
        Path classes = Apps.classes(station, name);
        Path properties = classes.resolve("application.properties");
        String text = Files.readString(properties);
        assertThat(text).contains("spring.jpa.hibernate.ddl-auto=none");
        Files.writeString(properties, text.replace("spring.jpa.hibernate.ddl-auto=none", line));
        return classes;
    }

    private static boolean isNotFlywaysModule(Path jar) {
        return !jar.getFileName().toString().startsWith("spring-boot-flyway");
    }

    @Test
    void theMigratorNamesOldKeys() throws IOException {
        Station station = Station.boot41();
        Path classes = Apps.classes(station, "migrator");
        Files.writeString(classes.resolve("application.properties"),
                Files.readString(classes.resolve("application.properties")).replace("spring.web.error", "server.error")
                        .replace("spring.data.redis", "spring.redis"));
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/boot41", "migrator")
                .edit("pom.xml", "  <dependencies>\n", "  <dependencies>\n" + MIGRATOR);
        Station.maven(project, Path.of(System.getProperty("java.home")), Station.DEPENDENCY + "build-classpath",
                "-Dmdep.outputFile=target/classpath.txt");
        List<Path> migrator = Station.libraries(project).stream()
                .filter(jar -> jar.getFileName().toString().matches("spring-boot-(properties|configuration-m).*"))
                .toList();
        try (RunningProgram program = Apps.start(station, classes, migrator, jar -> true)) {
            // It is printed after the line that says the application has started.
            program.await("To silence this warning").await("Please refer to the release notes");
            String output = program.output();
            int start = output.indexOf("The use of configuration keys");
            Recording.check("migrator.txt", output.substring(start,
                            output.indexOf("\n", output.indexOf("Please refer to the release notes"))).lines()
                    .filter(line -> !line.isBlank() && !line.matches("\\d{4}-.*"))
                    .map(line -> line.replace("convenience. To", "convenience.\n    To"))
                    .collect(Collectors.joining("\n")));
            assertThat(output).contains("spring.web.error.include-message").contains("spring.data.redis.host");
        }
    }
}

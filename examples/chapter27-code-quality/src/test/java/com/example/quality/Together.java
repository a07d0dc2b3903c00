package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.MavenProject;
import com.example.quality.Builds.Build;

/**
 * Copies of the bookstore that go through one {@code mvn -Dquality verify}, each a module of it, so that Maven and its
 * plugins start once. Each keeps the profiles that it tries, which {@code -Dquality} opens, and differs in its version,
 * which tells the modules apart. They are built in this order.
 */
final class Together {

    private static final Pattern BUILDING = Pattern.compile("(?:[\\d:. ]*\\[INFO] Building bookstore "
            + "|Active Profiles for Project 'com\\.example:bookstore:jar:)1\\.0\\.0-([^\\s']+).*");
    private static final Pattern ENDED = Pattern.compile(
            "[\\d:. ]*\\[INFO] bookstore 1\\.0\\.0-(\\S+) .*(SUCCESS|FAILURE) \\[.*");

    private final String name;
    private final MavenProject root;
    private final Map<String, MavenProject> modules = new LinkedHashMap<>();

    private Together(String name) {
        this.name = name;
        // The files that the profiles read are looked up where Maven runs.
        root = Builds.planted(name);
    }

    /**
     * All tools at once, in two projects where they find nothing, the first one timed; then OpenRewrite alone, which
     * has been started by then.
     */
    static CompletableFuture<Build> allTools(String module) {
        return Builds.startTogether("all-tools", () -> new Together("all-tools")
                .module("green", Builds.mended("all-tools/green"))
                .module("take-home", TakeHomeTests.ownPom("all-tools/take-home"))
                .withoutTests("rewrite", Set.of("rewrite"))
                .verify(Builds::timed, "-Drewrite.runPerSubmodule=true"), module);
    }

    /** The tools that look at sources and classes. */
    static CompletableFuture<Build> looking(String module) {
        return Builds.startTogether("looking", () -> new Together("looking")
                .withoutTests("spotless", Set.of("spotless"))
                .withoutTests("copied-by-hand", Set.of("spotless"), Builds::copyByHand)
                .withoutTests("ratchet-committed", Set.of("spotless"), project -> IntroduceTests.ratchet(project, "HEAD", true))
                .withoutTests("ratchet-shallow", Set.of("spotless"), project -> IntroduceTests.ratchet(project, "origin/main", true))
                .withoutTests("ratchet-main", Set.of("spotless"), project -> IntroduceTests.ratchet(project, "HEAD~1", true))
                .withoutTests("checkstyle", Set.of("checkstyle"))
                .withoutTests("flood", Set.of("checkstyle"),
                        project -> project.edit("pom.xml", "checkstyle.xml", "sun_checks.xml"))
                .withoutTests("doubles", Set.of("checkstyle"), IntroduceTests::doubles)
                .withoutTests("nullaway", Set.of("errorprone", "nullaway"))
                .withoutTests("next", Set.of("errorprone", "nullaway"), IntroduceTests::next)
                .withoutTests("old-boot", Set.of("errorprone", "nullaway"), IntroduceTests::oldBoot)
                .withoutTests("old-boot-restrictive", Set.of("errorprone", "nullaway"), IntroduceTests::oldBootRestrictive)
                .withoutTests("old-boot-alone", Set.of("errorprone", "nullaway"), IntroduceTests::oldBootAlone)
                .withoutTests("spotbugs", Set.of("spotbugs"))
                .withoutTests("unfiltered", Set.of("spotbugs"), IntroduceTests::unfiltered)
                .withoutTests("baseline", Set.of("spotbugs"), IntroduceTests::baselined)
                .withoutTests("own-profile", Set.of("checkstyle"), TakeHomeTests::withOwnProfile)
                .module("inherited", TakeHomeTests.inherited("looking/inherited"))
                .verify(Builds::maven, "-Dspotbugs.fork=false", TakeHomeTests.ACTIVE_PROFILES), module);
    }

    /**
     * The tools that need the tests to run, and Error Prone without {@code .mvn/jvm.config}: Maven looks for it where it
     * runs, and only the modules have one. No Spotless here: it opens the compiler's classes itself.
     */
    static CompletableFuture<Build> testing(String module) {
        return Builds.startTogether("testing", () -> new Together("testing")
                .with("archunit", Set.of("archunit"), project -> project)
                .with("jacoco", Set.of("jacoco"), project -> project)
                .with("arg-line", Set.of("jacoco"), project -> PitfallTests.withArgLine(project, "-Xmx256m"))
                .with("no-property", Set.of(), project -> PitfallTests.withArgLine(project, "@{argLine} -Xmx256m"))
                .with("both-arg-lines", Set.of("jacoco"), project -> PitfallTests.withArgLine(project, "@{argLine} -Xmx256m")
                        .edit("pom.xml", "</properties>", "<argLine/></properties>"))
                .with("pitest", Set.of("pitest"), Together::onlyPit)
                .with("no-junit-plugin", Set.of("pitest"), project -> PitfallTests.withoutJunitPlugin(onlyPit(project)))
                .withoutTests("no-jvm-config", Set.of("errorprone"), project -> project)
                .withoutTests("own-profile", Set.of("checkstyle"), TakeHomeTests::withOwnProfile)
                .withoutJvmConfig()
                .verify(Builds::maven, "-Pdev", TakeHomeTests.ACTIVE_PROFILES), module);
    }

    /** PIT runs the tests itself: surefire need not run them before. */
    private static MavenProject onlyPit(MavenProject project) {
        return PitfallTests.withSurefire(project, "<skipTests>true</skipTests>");
    }

    private Together withoutJvmConfig() {
        root.delete(".mvn");
        return this;
    }

    private Together withoutTests(String module, Set<String> profiles) {
        return withoutTests(module, profiles, project -> project);
    }

    private Together withoutTests(String module, Set<String> profiles, UnaryOperator<MavenProject> change) {
        return with(module, profiles, project -> change.apply(
                project.edit("pom.xml", "</properties>", "<maven.test.skip>true</maven.test.skip></properties>")));
    }

    /** A planted copy with these profiles, changed as a reader would. */
    private Together with(String module, Set<String> profiles, UnaryOperator<MavenProject> change) {
        MavenProject project = Builds.planted(name + "/" + module);
        Path pom = project.folder().resolve("pom.xml");
        write(pom, Pattern.compile(" *<profile>\\s*<id>(\\w+)</id>.*?</profile>\\s*", Pattern.DOTALL).matcher(read(pom))
                .replaceAll(profile -> profiles.contains(profile.group(1)) ? Matcher.quoteReplacement(profile.group()) : ""));
        return module(module, change.apply(project));
    }

    private Together module(String module, MavenProject project) {
        modules.put(module, project.edit("pom.xml", "<artifactId>bookstore</artifactId>\n  <version>1.0.0<",
                "<artifactId>bookstore</artifactId>\n  <version>1.0.0-" + module + "<"));
        return this;
    }

    /** Runs it; all the modules are built, whichever of them fail. */
    private Map<String, Build> verify(BiFunction<MavenProject, String[], Build> maven, String... options) {
        write(root.folder().resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>together</artifactId>
                  <version>1.0.0</version>
                  <packaging>pom</packaging>
                  <modules>%s</modules>
                </project>
                """.formatted(modules.keySet().stream().map(module -> "<module>" + module + "</module>")
                        .collect(Collectors.joining())));
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-Dquality", "--fail-at-end", "verify"));
        return split(maven.apply(root, arguments.toArray(String[]::new)).fails());
    }

    /** What Maven said of each module, in its turn and, when it failed, once more at the end. */
    private Map<String, Build> split(Build all) {
        Map<String, StringBuilder> said = new LinkedHashMap<>();
        Map<String, Boolean> failed = new LinkedHashMap<>();
        List<StringBuilder> errors = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : all.output().replaceAll("\\u001B\\[[0-9;]*m", "").lines().toList()) {
            Matcher building = BUILDING.matcher(line);
            Matcher ended = ENDED.matcher(line);
            if (building.matches()) {
                current = said.computeIfAbsent(building.group(1), module -> new StringBuilder());
            }
            else if (ended.matches()) {
                failed.put(ended.group(1), ended.group(2).equals("FAILURE"));
                current = new StringBuilder();
            }
            else if (!failed.isEmpty() && line.contains("[ERROR] Failed to execute goal")) {
                errors.add(current = new StringBuilder());
            }
            current.append(line).append('\n');
        }
        assertThat(failed.keySet()).as(all.output()).isEqualTo(modules.keySet());
        assertThat(errors).as(all.output()).hasSize((int) failed.values().stream().filter(yes -> yes).count());
        Iterator<StringBuilder> error = errors.iterator();
        Map<String, Build> builds = new LinkedHashMap<>();
        modules.forEach((module, project) -> builds.put(module, failed.get(module)
                ? new Build(project, said.get(module).append(error.next()).append("[INFO] BUILD FAILURE\n").toString(), 1)
                : new Build(project, said.get(module).append("[INFO] BUILD SUCCESS\n").toString(), 0)));
        return builds;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A project as a reader has it on disk: copied from a template with the version token filled in, far
 * from the examples' parent POM, and built with the commands the reader types.
 */
public final class MavenProject {

    private static final String READERS_FOLDER = "/home/reader/bookstore";

    private final Path folder;

    private MavenProject(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies a template to {@code target/projects/<name>} of the module.
     *
     * @param template folder relative to {@code examples/}
     * @param name of the copy; an earlier copy is replaced
     */
    public static MavenProject copy(String template, String name) {
        Path source = Recording.module().getParent().resolve(template);
        Path target = Recording.module().resolve("target/projects").resolve(name);
        try {
            OwnershipEnd.delete(target);
            List<Path> entries;
            try (Stream<Path> walk = Files.walk(source)) {
                entries = walk.filter(entry -> !entry.startsWith(source.resolve("target"))).toList();
            }
            for (Path entry : entries) {
                Path copy = target.resolve(source.relativize(entry).toString());
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(copy);
                }
                else {
                    Files.writeString(copy, asPrinted(Files.readString(entry)));
                }
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return new MavenProject(target);
    }

    public Path folder() {
        return folder;
    }

    /** Replaces text in a file, as the reader edits it; the text must be there. */
    public MavenProject edit(String file, String text, String replacement) {
        try {
            String content = Files.readString(folder.resolve(file));
            assertThat(content).contains(text);
            Files.writeString(folder.resolve(file), content.replace(text, replacement));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return this;
    }

    /** Deletes a file or folder of the project. */
    public MavenProject delete(String path) {
        try {
            OwnershipEnd.delete(folder.resolve(path));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return this;
    }

    /** The command line of this build's Maven. */
    public static List<String> mavenCommand(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(mavenProgram());
        command.add("-B");
        command.addAll(List.of(arguments));
        return command;
    }

    /** An IDE does not say which Maven builds; then the one on the PATH is as good. */
    private static String mavenProgram() {
        String program = System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn";
        String home = System.getProperty("book.maven.home");
        return home == null ? program : Path.of(home, "bin", program).toString();
    }

    /** Environment for Maven and the programs it starts: this JDK, UTF-8, messages in {@code language}. */
    public static Map<String, String> environment(String language) {
        return Map.of("JAVA_HOME", System.getProperty("java.home"), "TZ", "Asia/Shanghai",
                "MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8"
                        + " -Dstderr.encoding=UTF-8 -Duser.timezone=Asia/Shanghai -Duser.language=" + language
                        + (language.equals("zh") ? " -Duser.country=CN" : ""));
    }

    /**
     * Runs Maven in the project's folder until it ends.
     *
     * @param language {@code en} or {@code zh}: javac speaks the language of the reader's system
     */
    public ConsoleRun maven(String language, String... arguments) {
        return ConsoleRun.run(mavenCommand(arguments), folder, null, environment(language));
    }

    /** Runs {@code java} in the project's folder until it ends. */
    public ConsoleRun java(Map<String, String> environment, String... arguments) {
        return ConsoleRun.run(javaCommand("en", arguments), folder, null, environment);
    }

    /** The command line of this JDK's {@code java}, with its messages in a language. */
    public static List<String> javaCommand(String language, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.timezone=Asia/Shanghai", "-Duser.language=" + language,
                "-Duser.country=" + (language.equals("zh") ? "CN" : "US"),
                "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The output with this project's folder written as a reader's, and only lines worth printing. */
    public String lines(ConsoleRun run, Predicate<String> keep) {
        return readersPaths(run.output()).lines().filter(keep).collect(Collectors.joining("\n"));
    }

    /** Maven's error lines without its general advice at the end, the same for every Maven version. */
    public String errors(ConsoleRun run) {
        return lines(run, line -> line.startsWith("[ERROR]") && !line.contains("Re-run Maven")
                && !line.contains("re-run Maven") && !line.contains("For more information")
                && !line.matches("\\[ERROR] \\[Help \\d] http.*") && !line.contains("To see the full stack trace")
                && !line.strip().equals("[ERROR]"));
    }

    /** Writes this project's folder as {@code /home/reader/bookstore}. */
    public String readersPaths(String text) {
        return text.replace(folder.toString(), READERS_FOLDER);
    }

    /** A file as the page prints it: with the version, without the marks of regions. */
    private static String asPrinted(String text) {
        return text.replace("@spring-boot.version@", System.getProperty("book.spring-boot.version"))
                .replaceAll("(?m)^[ \\t]*(//|#|<!--) (end)?region .*\\R", "");
    }
}

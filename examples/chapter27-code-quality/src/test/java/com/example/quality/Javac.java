package com.example.quality;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;

/** javac with Error Prone and NullAway, in a process of its own. */
final class Javac {

    private static final List<String> OPENED = Builds.source("bookstore/.mvn/jvm.config").lines()
            .map(line -> "-J" + line.replace(" ", "=")).toList();

    private Javac() {
    }

    /** Compiles one file, whose name is the public class's, and returns the lines that report. */
    static List<String> findings(Path folder, String name, String source, String... options) {
        return findings(folder, name, source, List.of(), options);
    }

    /** Compiles it with other files. */
    static List<String> findings(Path folder, String name, String source, List<Path> others, String... options) {
        try {
            Path file = Files.createDirectories(folder.resolve("source")).resolve(name + ".java");
            Files.writeString(file, source);
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
            command.addAll(OPENED);
            String path = System.getProperty("java.class.path");
            command.addAll(List.of("-J-Duser.language=en", "-J-XX:TieredStopAtLevel=1", "-XDcompilePolicy=simple",
                    "-XDaddTypeAnnotationsToSymbol=true", "--should-stop=ifError=FLOW", "-proc:none",
                    "-d", folder.resolve("classes").toString(), "-cp", path, "-processorpath", path,
                    "-Xplugin:ErrorProne " + String.join(" ", options), file.toString()));
            others.forEach(other -> command.add(other.toString()));
            return ConsoleRun.run(command, Recording.module(), null, Map.of()).output().lines()
                    .filter(line -> line.contains(".java:")).map(line -> line.replaceFirst("^.*/", "")).toList();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

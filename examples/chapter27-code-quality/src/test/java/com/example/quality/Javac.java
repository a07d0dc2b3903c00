package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.example.book.Recording;
import org.springframework.util.FileSystemUtils;

/** javac with Error Prone and NullAway: {@link Compilations}, in a process of their own. */
final class Javac {

    /** A compilation: options of Error Prone, or none to do without it, and sources by the names of their files. */
    record Job(String name, List<String> options, Map<String, String> sources) {
    }

    /** The lines that report, and the milliseconds of each round. */
    record Result(Path classes, List<String> findings, List<Long> times) {
    }

    private Javac() {
    }

    /** Compiles all of them in turn, as many rounds as that. */
    static Map<String, Result> compile(String name, int rounds, List<Job> jobs) {
        Path folder = Recording.module().resolve("target").resolve(name);
        delete(folder);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Builds.source("bookstore/.mvn/jvm.config").lines().forEach(line -> command.addAll(List.of(line.split(" "))));
        command.addAll(List.of("-Duser.language=en", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), Compilations.class.getName(), "" + rounds));
        Map<String, Result> results = new LinkedHashMap<>();
        for (Job job : jobs) {
            Path own = folder.resolve(job.name());
            write(own, job);
            command.add(own.toString());
            results.put(own.toString(), new Result(own.resolve("classes"), new ArrayList<>(), new ArrayList<>()));
        }
        String output = Builds.run(command, Recording.module(), Map.of(), (text, exitCode) -> {
            assertThat(exitCode).as(text).isZero();
            return text;
        });
        Result current = null;
        for (String line : output.lines().toList()) {
            if (line.startsWith("== ")) {
                current = results.get(line.substring(3));
            }
            else if (line.startsWith("-- ")) {
                current.times().add(Long.valueOf(line.substring(3)));
            }
            else if (line.contains(".java:")) {
                current.findings().add(line.replaceFirst("^.*/", ""));
            }
        }
        Map<String, Result> named = new LinkedHashMap<>();
        jobs.forEach(job -> named.put(job.name(), results.get(folder.resolve(job.name()).toString())));
        return named;
    }

    private static void delete(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void write(Path folder, Job job) {
        List<String> options = new ArrayList<>();
        if (!job.options().isEmpty()) {
            options.addAll(List.of("-XDcompilePolicy=simple", "-XDaddTypeAnnotationsToSymbol=true",
                    "--should-stop=ifError=FLOW", "-Xplugin:ErrorProne " + String.join(" ", job.options())));
        }
        try {
            Files.createDirectories(folder);
            Files.write(folder.resolve("options"), options);
            for (Map.Entry<String, String> source : job.sources().entrySet()) {
                Path file = folder.resolve("sources").resolve(source.getKey());
                Files.createDirectories(file.getParent());
                Files.writeString(file, source.getValue());
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

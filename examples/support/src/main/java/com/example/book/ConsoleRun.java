package com.example.book;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One run of a program in a process of its own: what it printed, and how it ended. For what a reader
 * sees in the terminal: start-up logs, failures to start, packaged jars.
 *
 * @param output standard output and standard error together, in the order printed
 * @param exitCode the exit code; meaningless when the run was stopped after {@code untilLine}
 */
public record ConsoleRun(String output, int exitCode) {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    /** Runs a main class of the module's class path with the JVM of this test, until it ends. */
    public static ConsoleRun java(Class<?> mainClass, String... arguments) {
        return run(javaCommand(mainClass, arguments), Recording.module(), null, Map.of());
    }

    /** Like {@link #java}, but stops the program once a printed line contains {@code untilLine}. */
    public static ConsoleRun javaUntil(String untilLine, Class<?> mainClass, String... arguments) {
        return run(javaCommand(mainClass, arguments), Recording.module(), untilLine, Map.of());
    }

    /** The command line that {@link #java} runs. */
    public static List<String> javaCommand(Class<?> mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.timezone=Asia/Shanghai", "-Duser.language=zh", "-Duser.country=CN",
                "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8",
                "-cp", mainClassPath(), mainClass.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The class path as the application has it: without the module's test classes and without DevTools. */
    private static String mainClassPath() {
        String tests = Recording.module().resolve("target/test-classes").toString();
        String separator = System.getProperty("path.separator");
        return String.join(separator, List.of(System.getProperty("java.class.path").split(separator)).stream()
                .filter(entry -> !entry.equals(tests))
                .filter(entry -> !entry.contains("spring-boot-devtools"))
                .toList());
    }

    /**
     * Runs a command.
     *
     * @param folder the working directory
     * @param untilLine the run is stopped after a line that contains this; {@code null}: until it ends
     * @param environment variables added to those of this process
     * @throws IllegalStateException when the program neither ends nor prints the line within 120 s
     */
    public static ConsoleRun run(List<String> command, Path folder, String untilLine,
            Map<String, String> environment) {
        try (RunningProgram program = RunningProgram.start(command, folder, environment)) {
            if (untilLine != null) {
                String output = program.outputUpTo(untilLine, TIMEOUT).orElseThrow(() -> new IllegalStateException(
                        "程序没有打印“" + untilLine + "”就结束了，或者没有在 " + TIMEOUT.toSeconds() + " 秒内打印它：\n"
                                + program.output()));
                program.close();
                return new ConsoleRun(output, program.exitCode());
            }
            int exitCode = program.exitCode(TIMEOUT).orElseThrow(() -> new IllegalStateException(
                    "程序没有在 " + TIMEOUT.toSeconds() + " 秒内结束：\n" + program.output()));
            return new ConsoleRun(program.output(), exitCode);
        }
    }
}

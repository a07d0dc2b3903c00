package com.example.book;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Replaces what differs between two runs of the same code: times, ports, ids, paths, durations. */
final class Normalizer {

    private record Rule(Pattern pattern, String replacement) {
        Rule(String pattern, String replacement) {
            this(Pattern.compile(pattern), replacement);
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule("\\u001B\\[[0-9;]*m", ""),
            // Timestamps of log lines and JSON bodies; the fraction's length is kept readable, not exact.
            new Rule("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)",
                    "2026-01-01T10:00:00.000$2"),
            new Rule("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d([.,]\\d{3})", "2026-01-01 10:00:00.000"),
            // The log's level, process id and separator: "INFO 4711 --- [".
            new Rule("((?:TRACE|DEBUG| INFO| WARN|ERROR)) \\d+ ---", "$1 12345 ---"),
            new Rule("with PID \\d+", "with PID 12345"),
            new Rule("in \\d+\\.\\d+ seconds \\(process running for \\d+(\\.\\d+)?\\)",
                    "in 1.234 seconds (process running for 1.567)"),
            new Rule("(initialization completed in|Initialization complete in|completed in"
                    + "|Completed initialization in) \\d+ ms",
                    "$1 100 ms"),
            new Rule("(\\d+) ms\\b(?= to scan|\\. Found)", "100 ms"),
            // HikariCP's wait is the time-out plus what the scheduler added.
            new Rule("request timed out after \\d+ms", "request timed out after 250ms"),
            // The log shows the last 15 characters of a thread's name: a longer port cuts off the "nio".
            new Rule("(?:(?<=\\[)[nio]{0,3}|nio)-?(auto-\\d+|\\d+)-exec-\\d+", "nio-8080-exec-1"),
            // Date.toString(), on the error page.
            new Rule("[A-Z][a-z]{2} [A-Z][a-z]{2} \\d\\d \\d\\d:\\d\\d:\\d\\d \\w+ \\d{4}",
                    "Thu Jan 01 10:00:00 CST 2026"),
            new Rule("(localhost|127\\.0\\.0\\.1):[3-6]\\d{4}", "$1:8080"),
            new Rule("(?i)(?<prefix>port )[3-6]\\d{4}", "${prefix}8080"),
            new Rule("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
                    "00000000-0000-0000-0000-000000000000"),
            // Identity hash codes of objects and generated classes.
            new Rule("(?<=[A-Za-z\\]])@[0-9a-f]{5,8}\\b", "@1b2c3d4e"),
            new Rule("\\$\\$Lambda(/0x|@)[0-9a-f]+", "\\$\\$Lambda/0x0001"),
            new Rule("JSESSIONID=[0-9A-F]{32}", "JSESSIONID=0123456789ABCDEF0123456789ABCDEF"));

    private Normalizer() {
    }

    /**
     * Normalizes console output, an exchange or a stack trace.
     *
     * @param text what a run printed
     * @param module folder of the example module; its absolute path becomes a reader's home folder
     */
    static String normalize(String text, Path module) {
        String result = text.replace("\r\n", "\n")
                .replace(module.toAbsolutePath().toString(), "/home/reader/" + module.getFileName())
                .replace("v" + System.getProperty("book.spring-boot.version", "?"), "v@spring-boot.version@")
                .replace("using Java " + System.getProperty("java.version"), "using Java @java.version@")
                .replaceAll("started by \\S+ in ", "started by reader in ");
        for (Rule rule : RULES) {
            result = rule.pattern().matcher(result).replaceAll(rule.replacement());
        }
        // Blank lines at both ends go; the first line keeps its indentation (Boot's banner has one).
        return result.lines().map(String::stripTrailing).collect(Collectors.joining("\n"))
                .replaceFirst("^\n+", "").stripTrailing() + "\n";
    }
}

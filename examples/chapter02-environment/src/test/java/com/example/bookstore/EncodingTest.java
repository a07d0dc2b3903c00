package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("编码：源文件、编译器、终端各有一个")
class EncodingTest {

    private static final Charset GBK = Charset.forName("GBK");
    private static final String SOURCE = "compile-lab/src/main/java/com/example/bookstore/Greeting.java";

    @TempDir
    Path folder;

    @Test
    @DisplayName("GBK 的源文件按 UTF-8 编译：不可映射字符")
    void gbkSourceReadAsUtf8() throws IOException {
        Files.write(folder.resolve("Greeting.java"), Files.readString(source()).getBytes(GBK));
        Recording.check("gbk-as-utf8.txt", firstError(javac("UTF-8", "zh")));
        Recording.check("gbk-as-utf8-en.txt", firstError(javac("UTF-8", "en")));
    }

    @Test
    @DisplayName("UTF-8 的源文件按 GBK 编译：字节数凑不成双就报错")
    void utf8SourceReadAsGbk() throws IOException {
        Files.copy(source(), folder.resolve("Greeting.java"));
        Recording.check("utf8-as-gbk-error.txt", firstError(javac("GBK", "zh")));
    }

    @Test
    @DisplayName("少一个逗号，字节数凑成了双：编译通过，打印出来是另一串字")
    void utf8SourceReadAsGbkByLuck() throws IOException {
        Files.writeString(folder.resolve("Greeting.java"), Files.readString(source()).replace("你好，", "你好"));
        assertThat(javac("GBK", "zh")).isEmpty();
        ConsoleRun run = java("-Dstdout.encoding=UTF-8", "-cp", folder.toString(), "com.example.bookstore.Greeting");
        assertThat(run.output()).doesNotContain("你好");
        Recording.check("utf8-as-gbk.txt", run.output());
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "靠 LC_ALL=C 扮演一个只认 ASCII 的系统")
    @DisplayName("编译器没有错，终端错了：JDK 18 只改了默认字符集，没有改终端")
    void defaultCharsetAndTerminal() throws IOException {
        StringBuilder table = new StringBuilder();
        for (String options : List.of("", "-Dfile.encoding=COMPAT", "-Dstdout.encoding=UTF-8",
                "-Dstdout.encoding=GBK")) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            if (!options.isEmpty()) {
                command.add(options);
            }
            command.addAll(List.of("-cp", classesOf("encoding/Encodings.java").toString(), "Encodings"));
            table.append(options.isEmpty() ? "（不加参数）" : options).append('\n')
                    .append(describe(bytesPrinted("C", command)));
        }
        Recording.checkVerbatim("encodings.txt", table.toString());
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "别的系统没有 C.UTF-8")
    @DisplayName("换一个认得 UTF-8 的终端，不加参数也对")
    void terminalWithUtf8() throws IOException {
        byte[] printed = bytesPrinted("C.UTF-8", List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-cp", classesOf("encoding/Encodings.java").toString(), "Encodings"));
        assertThat(new String(printed, StandardCharsets.UTF_8)).contains("stdout=UTF-8", "书");
    }

    @Test
    @DisplayName("pom 写明 UTF-8，系统的编码是什么都不影响编译")
    void pomFixesTheSourceEncoding() throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/compile-lab", "source-encoding");
        // Where the reader's folder has a Chinese name, an ASCII system cannot even open it.
        Path copy = folder.resolve("source-encoding");
        try (Stream<Path> files = Files.walk(project.folder())) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(project.folder().relativize(file)));
            }
        }
        ConsoleRun run = ConsoleRun.run(MavenProject.mavenCommand("-q", "compile"), copy, null,
                Map.of("JAVA_HOME", System.getProperty("java.home"), "LC_ALL", "C",
                        "MAVEN_OPTS", "-Dfile.encoding=COMPAT"));
        assertThat(run.exitCode()).as(run.output()).isZero();
        ConsoleRun program = java("-Dstdout.encoding=UTF-8", "-cp",
                copy.resolve("target/classes").toString(), "com.example.bookstore.Greeting");
        assertThat(program.output()).isEqualTo("你好，书店\n");
    }

    @Test
    @DisplayName("带 BOM 的源文件：非法字符 \\ufeff")
    void byteOrderMark() throws IOException {
        Files.writeString(folder.resolve("Greeting.java"), "\uFEFF" + Files.readString(source()));
        Recording.check("bom.txt", firstError(javac("UTF-8", "zh")));
        assertThat(javac("UTF-8", "en")).contains("illegal character: '\\ufeff'");
    }

    private static Path source() {
        return Recording.module().resolve(SOURCE);
    }

    /** What javac says of the temporary folder's file on a system of a language. */
    private String javac(String encoding, String language) {
        Locale locale = Locale.getDefault();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        try {
            Locale.setDefault(language.equals("zh") ? Locale.CHINA : Locale.US);
            ToolProvider.getSystemJavaCompiler().run(null, messages, messages, "-encoding", encoding,
                    "-d", folder.toString(), folder.resolve("Greeting.java").toString());
        }
        finally {
            Locale.setDefault(locale);
        }
        return messages.toString(StandardCharsets.UTF_8).replace(folder + File.separator, "");
    }

    /** The first message without the line and the caret below it: those hold the unreadable text. */
    private static String firstError(String messages) {
        assertThat(messages).isNotBlank();
        return messages.lines().findFirst().orElseThrow();
    }

    private static ConsoleRun java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, Recording.module(), null, Map.of());
    }

    private Path classesOf(String source) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        int result = compiler.run(null, null, null, "-encoding", "UTF-8", "-d", folder.toString(),
                Recording.module().resolve(source).toString());
        assertThat(result).isZero();
        return folder;
    }

    /** Bytes, not text: the question is which bytes reach the terminal; in the locale C it knows only ASCII. */
    private static byte[] bytesPrinted(String locale, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("LC_ALL", locale);
        Process process = builder.start();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        process.getInputStream().transferTo(bytes);
        return bytes.toByteArray();
    }

    private static String describe(byte[] printed) {
        List<String> lines = new String(printed, StandardCharsets.ISO_8859_1).lines().toList();
        String book = HexFormat.ofDelimiter(" ").withUpperCase()
                .formatHex(lines.get(3).getBytes(StandardCharsets.ISO_8859_1)).toUpperCase(Locale.ROOT);
        return "  %s  %s%n  “书”打印成的字节：%s%n".formatted(lines.get(0), lines.get(2), book)
                .replace("\r\n", "\n");
    }
}

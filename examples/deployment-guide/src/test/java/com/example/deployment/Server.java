package com.example.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;

/**
 * 一台“服务器”：临时目录当 /opt/bookstore，应用照 systemd 单元里的 ExecStart 启动。
 * 单元、环境文件、脚本都是页面上印的那些，只换掉路径。
 */
final class Server implements AutoCloseable {

    static final Path DEPLOY = Recording.module().resolve("deploy");

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final Path home;
    private final Map<String, String> environment = new TreeMap<>();
    private final List<RunningProgram> started = new ArrayList<>();

    /** 装好了第一版的服务器。 */
    Server(Database database) {
        try {
            home = Files.createTempDirectory("bookstore");
            environment.putAll(environmentFile());
            environment.putAll(database.applicationEnvironment());
            environment.put("JAVA_OPTS", environment.get("JAVA_OPTS")
                    + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Duser.timezone=Asia/Shanghai -Duser.language=en");
            install("1.0.0", Recording.module().resolve("target/bookstore.jar"));
            activate("1.0.0");
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** bookstore.env 里的变量，引号照 systemd 的规则去掉。 */
    private static Map<String, String> environmentFile() throws IOException {
        Map<String, String> variables = new TreeMap<>();
        for (String line : Files.readAllLines(DEPLOY.resolve("bookstore.env"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split("=", 2);
                variables.put(parts[0], parts[1].replaceAll("^\"(.*)\"$", "$1"));
            }
        }
        return variables;
    }

    /** 把一个版本的 jar 放到它的目录。 */
    void install(String version, Path jar) {
        try {
            Path folder = Files.createDirectories(home.resolve("releases").resolve(version));
            Files.copy(jar, folder.resolve("bookstore.jar"));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 像 cp 那样把另一个 jar 写进正在用的文件，不换目录。 */
    void overwrite(Path jar) {
        try {
            Files.write(home.resolve("current/bookstore.jar"), Files.readAllBytes(jar));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 运行 activate.sh。 */
    ConsoleRun activate(String version) {
        return ConsoleRun.run(List.of(DEPLOY.resolve("activate.sh").toString(), version), home, null,
                Map.of("HOME_FOLDER", home.toString(), "LC_ALL", "C"));
    }

    /** 以后启动的应用多一个环境变量。 */
    Server with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** 启动一台应用，等到它能接请求。 */
    RunningProgram start(int port) {
        RunningProgram program = launch(port);
        program.await("Started BookstoreApplication");
        return program;
    }

    /** 启动一台应用，不等。 */
    RunningProgram launch(int port) {
        RunningProgram program = RunningProgram.start(command(port), home, environment);
        started.add(program);
        return program;
    }

    /** 单元里 ExecStart 的那一行，照 systemd 的办法展开：$JAVA_OPTS 按空格拆开，%i 是端口。 */
    private List<String> command(int port) {
        List<String> words = new ArrayList<>();
        for (String word : setting("ExecStart").split(" ")) {
            if (word.equals("$JAVA_OPTS")) {
                words.addAll(List.of(environment.get("JAVA_OPTS").split(" ")));
            }
            else {
                words.add(word.replace("/usr/bin/java", JAVA).replace("/opt/bookstore", home.toString())
                        .replace("%i", String.valueOf(port)));
            }
        }
        return words;
    }

    /** 单元里的一项设置。 */
    static String setting(String name) {
        Matcher matcher = Pattern.compile("(?m)^" + name + "=(.*)$").matcher(unit());
        if (!matcher.find()) {
            throw new IllegalStateException("单元里没有 " + name);
        }
        return matcher.group(1);
    }

    /** 单元文件的全文。 */
    static String unit() {
        return read("bookstore@.service");
    }

    /** 一个部署文件的全文。 */
    static String read(String file) {
        try {
            return Files.readString(DEPLOY.resolve(file));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** 各个应用到此刻打印的全部。 */
    String output() {
        return started.stream().map(RunningProgram::output).collect(Collectors.joining());
    }

    @Override
    public void close() {
        started.forEach(RunningProgram::close);
        delete(home);
    }

    /** 连同里面的文件一起删。 */
    static void delete(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

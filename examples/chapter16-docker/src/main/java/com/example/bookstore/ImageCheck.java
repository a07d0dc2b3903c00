package com.example.bookstore;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * 说出一个镜像哪里不对，只用 docker 命令，不用别的库：{@code java ImageCheck.java 镜像名}。
 * 退出码：0 没有发现，1 有发现，2 问不到。
 */
public final class ImageCheck {

    private static final long FAT = 5_000_000;
    private static final long COPIED_AGAIN = 1_000_000;
    // region secret
    // 名字像秘密、后面又有值的；值是文件路径、变量、开关的不算，没有写下秘密，加了引号也一样
    private static final Pattern SECRET = Pattern.compile("(?i)\\b([A-Z0-9_.-]*"
            + "(?:PASSWORD|PASSWD|[_.-](?:PASS|PWD)(?==)|SECRET|TOKEN"
            + "|(?:API|PRIVATE)[_.-]?KEY)[A-Z0-9_.-]*)"
            + "=(?![\"']*(?:[/$`]|(?:true|false|yes|no)?[\"']*(?:\\s|$)))");
    // 名字说的是秘密在哪里、有多长，不是秘密自己
    private static final Pattern ABOUT =
            Pattern.compile("(?i)(FILE|PATH|DIR|URI|URL|NAME|TTL|LENGTH)$");
    // 不看名字：值是地址，里面写着用户与密码
    private static final Pattern PASSWORD_IN_URL = Pattern.compile(
            "(?i)\\b([A-Z0-9_.-]+)=[\"']?[a-z][a-z0-9+.:-]*://[^/:@\\s]+:[^/@$`\\s]+@");
    // endregion secret
    private static final Pattern JSON_STRING = Pattern.compile("\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");
    private static final Pattern JSON_ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash", "ksh", "zsh");
    // 到这里为止还没有 shell 的，就不是 shell 形式；后两个把信号发给整个进程组，Java 收得到
    private static final Set<String> NO_SHELL_AFTER = Set.of("java", "dumb-init", "-g");
    private static final Pattern SHELL_RUN =
            Pattern.compile("(?s)(?:RUN )?(?:\\|\\d+ .*?)?/\\S*sh (?:\\S+ )*?-[a-z]*c (.*)");
    private static final Set<String> OWNERS = Set.of("chown", "chmod", "chgrp", "find", "mkdir", "useradd", "adduser",
            "groupadd", "addgroup", "usermod", "set", "cd", "ls", "echo", "touch", "true");
    private static final Set<String> REMOVERS = Set.of("rm", "rmdir", "set", "cd", "ls", "echo", "true");

    private ImageCheck() {
    }

    /** 一层：写了多少字节，由哪条指令写的。 */
    record Layer(long bytes, String createdBy) {

        boolean copies() {
            return createdBy.matches("(?s)([^#]*#\\(nop\\) +)?(COPY|ADD)\\s.*");
        }

        /** RUN 的那条命令；不是 RUN 写的层没有。 */
        private String command() {
            String text = createdBy.replaceFirst("\\s*# buildkit\\s*$", "");
            Matcher shell = SHELL_RUN.matcher(text);
            String command = shell.matches() ? shell.group(1) : text.startsWith("RUN ") ? text.substring(4) : "";
            return command.startsWith("#(nop)") ? "" : command;
        }

        /** 每一步运行的程序都在这几个里面，别的程序没有写过这一层。 */
        private boolean runsOnly(Set<String> programs) {
            return steps(command()).map(step -> fileName(step.split("\\s")[0])).allMatch(programs::contains);
        }

        boolean writesAgain() {
            return bytes > COPIED_AGAIN && command().matches("(?s).*\\bch(own|mod|grp)\\b.*") && runsOnly(OWNERS);
        }

        boolean onlyRemoves() {
            return bytes == 0 && command().matches("(?s).*\\brm\\s(?!.*(apt/lists|/var/cache)).*") && runsOnly(REMOVERS);
        }

        long megabytes() {
            return bytes / 1_000_000;
        }
    }

    /**
     * docker 知道的。
     *
     * @param start ENTRYPOINT 与 CMD，两个 JSON 数组：基础镜像自带 ENTRYPOINT 时，启动命令在 CMD 里
     * @param layers 最上面的在最前
     */
    record Facts(String user, String start, boolean healthcheck, List<String> environment, List<Layer> layers) {
    }

    // region findings
    static List<String> findings(Facts facts) {
        List<String> found = new ArrayList<>();
        if (List.of("", "root", "0").contains(facts.user().split(":", 2)[0])) {
            found.add("以 root 运行：加一行 USER");
        }
        if (staysShell(strings(facts.start()))) {
            found.add("shell 形式的启动命令：信号不一定到得了 Java，"
                    + "写成 [\"java\", …]，或者在 java 前面加 exec");
        }
        if (!facts.healthcheck()) {
            found.add("没有 HEALTHCHECK：docker 不知道应用能不能接请求");
        }
        List<String> secrets = facts.environment().stream()
                .flatMap(ImageCheck::secrets).toList();
        secrets.forEach(name -> found.add("环境变量里有秘密：" + name));
        facts.layers().stream().flatMap(layer -> secrets(layer.createdBy()))
                .filter(name -> !secrets.contains(name))
                .forEach(name -> found.add("构建历史里有秘密：" + name));
        facts.layers().stream().filter(Layer::copies).findFirst()
                .filter(layer -> layer.bytes() > FAT && layer != base(facts.layers()))
                .ifPresent(layer -> found.add(
                        "最上面的 COPY 有 %d MB：改一行就要重推，依赖该单独一层"
                                .formatted(layer.megabytes())));
        facts.layers().stream().filter(Layer::writesAgain)
                .forEach(layer -> found.add(
                        "chown 或 chmod 又写了一份文件，%d MB：改用 COPY --chown"
                                .formatted(layer.megabytes())));
        if (facts.layers().stream().anyMatch(Layer::onlyRemoves)) {
            found.add("单独一层 rm：文件还在下面的层里");
        }
        return found.stream().distinct().toList();
    }
    // endregion findings

    private static Stream<String> secrets(String text) {
        return Stream.concat(SECRET.matcher(text).results().map(match -> match.group(1))
                .filter(name -> !ABOUT.matcher(name).find()),
                PASSWORD_IN_URL.matcher(text).results().map(match -> match.group(1)));
    }

    /** 最底下有内容的一层，是基础镜像的。 */
    private static Layer base(List<Layer> layers) {
        return layers.reversed().stream().filter(layer -> layer.bytes() > 0).findFirst().orElse(null);
    }

    /** 1 号进程会不会一直是 shell：启动命令是 sh -c，里面没有一步是 exec，也没有 trap。 */
    private static boolean staysShell(List<String> start) {
        return script(start).filter(script -> !script.contains("trap "))
                .filter(script -> steps(script).noneMatch(ImageCheck::replacesShell)).isPresent();
    }

    /** sh -c 后面的那一句；-c 前面可以有别的选项，sh 前面可以有 tini 这样的程序。 */
    private static Optional<String> script(List<String> start) {
        int at = 0;
        while (at < start.size() && !SHELLS.contains(fileName(start.get(at)))) {
            if (NO_SHELL_AFTER.contains(fileName(start.get(at++)))) {
                return Optional.empty();
            }
        }
        boolean command = false;
        for (at++; at < start.size() && start.get(at).startsWith("-"); at++) {
            command |= start.get(at).matches("-[a-z]*c[a-z]*");
            at += start.get(at).matches("-[a-z]*o") ? 1 : 0; // -o pipefail 占两个
        }
        return command && at < start.size() ? Optional.of(start.get(at)) : Optional.empty();
    }

    /** exec 一个程序；只有重定向的 exec、接了管道的、放到后台的，1 号进程还是 shell。 */
    private static boolean replacesShell(String step) {
        return step.matches("(?s)((then|else)\\s+)?(\\w+=\\S*\\s+)*exec\\s+(?!\\d*[<>])[^|&]+");
    }

    /** 一句 shell 里的一步一步，引号、括号里的不算。 */
    private static Stream<String> steps(String script) {
        String plain = script
                .replaceAll("(?s)\\\\.|'[^']*'|\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|\\$\\([^()]*\\)|\\$\\{[^{}]*}|`[^`]*`", "_")
                .replaceAll("\\d*[<>]&[\\d-]*|&>", ">_ ");
        return Stream.of(plain.split("&&|\\|\\||[;\\n]")).map(String::strip).filter(step -> !step.isEmpty());
    }

    private static String fileName(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }

    /** 几个 JSON 数组里的字符串，null 当成空的。docker 把 &amp; 和尖括号写成 \\u 开头的。 */
    static List<String> strings(String json) {
        return JSON_STRING.matcher(json).results().map(match -> JSON_ESCAPE.matcher(match.group(1))
                .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape)))).toList();
    }

    private static String unescaped(MatchResult escape) {
        if (escape.group(1) != null) {
            return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        }
        return switch (escape.group(2)) {
            case "n" -> "\n";
            case "t" -> "\t";
            case "r" -> "\r";
            default -> escape.group(2);
        };
    }

    /** 问 docker。 */
    static Facts ask(String image) throws IOException, InterruptedException {
        List<String> lines = docker("image", "inspect", "--format", """
                {{.Config.User}}
                {{json .Config.Entrypoint}}{{json .Config.Cmd}}
                {{if .Config.Healthcheck}}{{json .Config.Healthcheck.Test}}{{else}}no{{end}}
                {{json .Config.Env}}""", image).lines().toList();
        if (lines.size() < 4) {
            throw new IOException("看不懂 docker 的回答：" + String.join(" ", lines));
        }
        // 一条指令可以有好几行（RUN <<EOF），写成 JSON 才是一行一层
        List<Layer> layers = docker("history", "--no-trunc", "--human=false", "--format",
                "{{.Size}}\t{{json .CreatedBy}}", image).lines().map(line -> line.split("\t", 2))
                .map(cells -> new Layer(Long.parseLong(cells[0].strip()),
                        cells.length > 1 ? String.join("", strings(cells[1])) : "")).toList();
        // ["NONE"] 是 HEALTHCHECK NONE 写下的，意思是不检查；检查的以 "CMD" 或 "CMD-SHELL" 开头
        return new Facts(lines.get(0), lines.get(1), lines.get(2).startsWith("[\"CMD"), strings(lines.get(3)), layers);
    }

    private static String docker(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(Arrays.asList(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).start();
        }
        catch (IOException ex) {
            throw new IOException("运行不了 docker 命令，先装好 Docker，或者把它加进 PATH", ex);
        }
        // 警告写在标准错误里，成功的时候不能当成回答；两条都要有人读，否则一条满了就停住
        CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> {
            try {
                return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            }
            catch (IOException ex) {
                return ex.toString();
            }
        });
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(errors.join().strip());
        }
        return output;
    }

    /** 流水线里常常没有设 LANG，中文会变成问号：这时照 UTF-8 打印。 */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('镜') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        if (arguments.length != 1) {
            System.err.println("用法：java ImageCheck.java 镜像名");
            System.exit(2);
        }
        try {
            List<String> found = findings(ask(arguments[0]));
            found.forEach(finding -> System.out.println("× " + finding));
            System.out.println(found.isEmpty() ? "没有发现问题" : "共 " + found.size() + " 处");
            System.exit(found.isEmpty() ? 0 : 1);
        }
        catch (NumberFormatException ex) {
            System.err.println("问不到这个镜像：看不懂 docker 的回答，" + ex.getMessage());
            System.exit(2);
        }
        catch (IOException ex) {
            System.err.println("问不到这个镜像：" + ex.getMessage());
            System.exit(2);
        }
    }
}

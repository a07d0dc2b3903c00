package com.example.bookstore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    // 名字像秘密、后面又有值的；值是文件路径、变量的不算，没有写下秘密，加了引号也一样
    private static final Pattern SECRET = Pattern.compile("(?i)\\b([A-Z0-9_.-]*"
            + "(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_?KEY)"
            + "[A-Z0-9_.-]*)=(?![\"']*(?:[/$`]|\\s|$))");
    // endregion secret
    // 别的 shell、-c 前面的选项（SHELL 指令写下的）也算；只有一条命令、前面有 exec 的不算，1 号进程就是它
    private static final Pattern SHELL = Pattern.compile("\\[\"(?:/[a-z/]+/)?(?:ba|a|da)?sh\","
            + "(?:\"(?:-[^\"]*|pipefail)\",)*?\"-[a-z]*c\",(?!\"exec (?:[^|;&\\\\\"]|\\\\\")*\")");
    private static final Pattern NAMED_FILE = Pattern.compile("(?i)(_FILE|_PATH|_DIR)$");

    private ImageCheck() {
    }

    /** 一层：写了多少字节，由哪条指令写的。 */
    record Layer(long bytes, String createdBy) {

        boolean copies() {
            return createdBy.matches("(?s)(/bin/sh -c #\\(nop\\) +)?(COPY|ADD)\\s.*");
        }

        boolean runs() {
            return createdBy.startsWith("RUN ") || createdBy.contains("/bin/sh -c ") && !createdBy.contains("#(nop)");
        }

        boolean writesAgain() {
            return runs() && createdBy.matches("(?s).*\\bch(own|mod)\\b.*") && bytes > COPIED_AGAIN;
        }

        boolean onlyRemoves() {
            return runs() && createdBy.matches("(?s).*\\brm\\s(?!.*apt/lists).*") && bytes == 0;
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
        if (List.of("", "root", "0").contains(facts.user().split(":")[0])) {
            found.add("以 root 运行：加一行 USER");
        }
        if (SHELL.matcher(facts.start()).find()) {
            found.add("shell 形式的启动命令：信号不一定到得了 Java，写成 [\"java\", …]");
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
                .filter(layer -> layer.bytes() > FAT)
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
        return SECRET.matcher(text).results().map(match -> match.group(1))
                .filter(name -> !NAMED_FILE.matcher(name).find());
    }

    /** 问 docker。 */
    static Facts ask(String image) throws IOException, InterruptedException {
        List<String> lines = docker("image", "inspect", "--format", """
                {{.Config.User}}
                {{json .Config.Entrypoint}}{{json .Config.Cmd}}
                {{if .Config.Healthcheck}}{{json .Config.Healthcheck.Test}}{{else}}no{{end}}
                {{range .Config.Env}}{{println .}}{{end}}""", image).lines().toList();
        if (lines.size() < 3) {
            throw new IOException("看不懂 docker 的回答：" + String.join(" ", lines));
        }
        List<Layer> layers = docker("history", "--no-trunc", "--human=false", "--format", "{{.Size}}\t{{.CreatedBy}}",
                image).lines().map(line -> line.split("\t", 2))
                .map(cells -> new Layer(Long.parseLong(cells[0].strip()), cells.length > 1 ? cells[1] : "")).toList();
        // ["NONE"] 是 HEALTHCHECK NONE 写下的，意思是不检查；检查的以 "CMD" 或 "CMD-SHELL" 开头
        return new Facts(lines.get(0), lines.get(1), lines.get(2).startsWith("[\"CMD"),
                lines.stream().skip(3).filter(line -> !line.isBlank()).toList(), layers);
    }

    private static String docker(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command).start();
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

    public static void main(String[] arguments) throws InterruptedException {
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

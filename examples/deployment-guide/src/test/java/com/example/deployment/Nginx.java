package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.RunningProgram;

/**
 * 一个真的 Nginx，配置是页面上印的那几个文件，只换掉路径和端口：80 与 443 换成空闲的端口，
 * 8081 与 8082 换成应用的端口，证书是当场签发的。
 */
final class Nginx implements AutoCloseable {

    private static final String DOMAIN = "bookstore.example.com";

    private final Path prefix;
    private final int http = RunningProgram.freePort();
    private final int https = RunningProgram.freePort();
    private RunningProgram program;

    /**
     * 备好文件，还没有启动。
     *
     * @param ports 应用的端口，顶替 8081、8082
     */
    Nginx(int... ports) {
        try {
            prefix = Files.createTempDirectory("nginx");
            Files.createDirectories(prefix.resolve("letsencrypt/.well-known/acme-challenge"));
            for (String file : List.of("bookstore.conf", "bookstore-servers.conf", "bookstore-proxy.conf")) {
                Files.writeString(prefix.resolve(file), Server.read("nginx/" + file));
            }
            replace("bookstore.conf", "listen 80;", "listen 127.0.0.1:" + http + ";");
            replace("bookstore.conf", "listen 443 ssl;", "listen 127.0.0.1:" + https + " ssl;");
            replace("bookstore.conf", "/etc/nginx/", prefix + "/");
            replace("bookstore.conf", "/etc/letsencrypt/live/" + DOMAIN + "/", prefix + "/");
            replace("bookstore.conf", "/var/www/letsencrypt", prefix + "/letsencrypt");
            for (int i = 0; i < ports.length; i++) {
                replace("bookstore-servers.conf", "127.0.0.1:" + (8081 + i) + " ", "127.0.0.1:" + ports[i] + " ");
            }
            if (ports.length == 1) {
                replace("bookstore-servers.conf", "server 127.0.0.1:8082 max_fails=0;\n", "");
            }
            Files.writeString(prefix.resolve("nginx.conf"), main());
            certificate();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Debian 的 nginx.conf 里与测试有关的部分：路径都在临时目录里。 */
    private String main() {
        // 以 root 运行的主进程会让工作进程改用别的用户，而那个用户进不了临时目录。
        String user = "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
        StringBuilder temporary = new StringBuilder();
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            temporary.append("    ").append(kind).append("_temp_path ").append(prefix).append("/tmp-")
                    .append(kind).append(";\n");
        }
        return user + """
                daemon off;
                worker_processes 2;
                pid %1$s/nginx.pid;
                error_log stderr warn;
                events {
                }
                http {
                    access_log off;
                %2$s    include %1$s/bookstore.conf;
                }
                """.formatted(prefix, temporary);
    }

    private void certificate() {
        ConsoleRun run = ConsoleRun.run(List.of("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30", "-subj", "/CN=" + DOMAIN,
                "-addext", "subjectAltName=DNS:" + DOMAIN, "-keyout", prefix + "/privkey.pem",
                "-out", prefix + "/fullchain.pem"), prefix, null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    /** 改一处配置；要改的必须在。 */
    Nginx replace(String file, String text, String replacement) {
        try {
            String content = Files.readString(prefix.resolve(file));
            assertThat(content).contains(text);
            Files.writeString(prefix.resolve(file), content.replace(text, replacement));
            return this;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    Path prefix() {
        return prefix;
    }

    int httpsPort() {
        return https;
    }

    /** Nginx 的命令行，后面可以再加参数。 */
    List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of("nginx", "-p", prefix.toString(), "-e", "stderr",
                "-c", prefix + "/nginx.conf"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** {@code nginx -t} 说的话，路径写成服务器上的。 */
    ConsoleRun test() {
        ConsoleRun run = ConsoleRun.run(command("-t"), prefix, null, Map.of());
        return new ConsoleRun(run.output().replace(prefix.toString(), "/etc/nginx")
                .replace("/etc/nginx/bookstore.conf", "/etc/nginx/conf.d/bookstore.conf"), run.exitCode());
    }

    Nginx start() {
        program = RunningProgram.start(command(), prefix, Map.of());
        await().atMost(Duration.ofSeconds(30)).until(() -> !Wire.refused(https));
        return this;
    }

    /** 停掉它。 */
    void stop() {
        program.close();
    }

    /**
     * 运行 curl，得到读者在终端里看到的样子。测试只多两个参数：把 80、443 引到这里，信任当场签的证书。
     *
     * @param arguments 读者打的参数，网址用 {@code https://bookstore.example.com/…}
     */
    String curl(String... arguments) {
        ConsoleRun run = ConsoleRun.run(curlCommand(arguments), prefix, null, Map.of("LC_ALL", "C"));
        StringBuilder shown = new StringBuilder("$ curl");
        for (String argument : arguments) {
            shown.append(' ').append(argument.matches("[\\w@./:=-]+") ? argument : "'" + argument + "'");
        }
        return shown + "\n" + withoutNoise(run.output());
    }

    /** 脚本要知道的：列表文件、怎么叫 Nginx、它的进程号在哪里。 */
    Map<String, String> scriptEnvironment() {
        return Map.of("SERVERS", prefix + "/bookstore-servers.conf",
                "NGINX_COMMAND", String.join(" ", command()), "NGINX_PID", prefix + "/nginx.pid");
    }

    /** 去掉“signal process started”：Debian 的 Nginx 把它写进 error.log，这里在标准错误上。 */
    static String withoutNotices(String output) {
        return output.replaceAll("(?m)^.*\\[notice].*\\R", "");
    }

    /** curl 的命令行，连同测试多出来的参数。 */
    List<String> curlCommand(String... arguments) {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "60",
                "--connect-to", DOMAIN + ":443:127.0.0.1:" + https,
                "--connect-to", DOMAIN + ":80:127.0.0.1:" + http,
                "--cacert", prefix + "/fullchain.pem"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** 去掉每次不同、与所讲无关的响应头。 */
    private static String withoutNoise(String output) {
        return output.replace("\r\n", "\n")
                .replaceAll("(?mi)^(date|content-length|connection|transfer-encoding|keep-alive): .*\\n", "")
                .stripTrailing() + "\n";
    }

    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
        Server.delete(prefix);
    }
}

package com.example.bookstore.security;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.probe.Boot35;
import com.jayway.jsonpath.JsonPath;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/** The old version is run, not remembered: this module's sources, compiled and started on Boot 3.5. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DisplayName("同一章，在 Boot 3.5 与 Spring Security 6.5 上")
class Boot35Tests {

    @LocalServerPort
    int port;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @DisplayName("主线的代码原样编译、启动，六种请求的状态码一样；401 的头与登录之后的权限不一样")
    void mainLine() throws Exception {
        Path classes = Recording.module().resolve("target/boot35/main");
        assertThat(Boot35.compile(classes, Boot35.sources("src/main/java"))).isEmpty();
        int oldPort = RunningProgram.freePort();
        try (RunningProgram old = Boot35.start("com.example.bookstore.BookstoreApplication", classes,
                "src/main/resources", "--server.port=" + oldPort)) {
            Table table = new Table("", "Boot 3.5", "Boot 4.x");
            compare(table, "看书单", oldPort, "/books", null, null);
            compare(table, "没登录看订单", oldPort, "/orders/1", null, null);
            compare(table, "没有令牌上架", oldPort, "/api/books", "{\"title\": \"算法\"}", null);
            compare(table, "密码错", oldPort, "/api/token", "{\"name\": \"bob\", \"password\": \"x\"}", null);
            compare(table, "bob 看自己的订单", oldPort, "/api/orders/2", null, "bob");
            compare(table, "bob 上架", oldPort, "/api/books", "{\"title\": \"算法\"}", "bob");
            String oldHeader = challenge(oldPort);
            String newHeader = challenge(port);
            assertThat(oldHeader).isEqualTo("Bearer");
            assertThat(newHeader).startsWith("Bearer resource_metadata=");
            table.row("没有令牌，WWW-Authenticate", oldHeader, newHeader.replaceAll("=\".*", "=…"));
            String oldAuthorities = authorities(Boot35.classPath(), "old");
            String newAuthorities = authorities(System.getProperty("java.class.path"), "new");
            assertThat(oldAuthorities).isEqualTo("[ROLE_CUSTOMER]");
            assertThat(newAuthorities).isEqualTo("[FACTOR_PASSWORD, ROLE_CUSTOMER]");
            table.row("密码登录之后的权限", oldAuthorities, newAuthorities);
            Recording.check("boot35.txt", table.toString());
        }
    }

    @Test
    @DisplayName("6.5 里还没有的：csrf.spa() 与多因素，编译不过")
    void notYet() {
        String errors = Boot35.compile(Recording.module().resolve("target/boot35/newer"),
                List.of(Recording.module().resolve("boot35/src/Newer.java")));
        assertThat(errors).contains("spa()", "EnableMultiFactorAuthentication", "FactorGrantedAuthority");
        Recording.check("boot35-compile.txt", errors.replaceAll("(?:[a-z0-9]+\\.)+(?=(CsrfConfigurer|HttpSecurity))", ""));
    }

    @Test
    @DisplayName("3.5 上只是过时、4.x 上没有了的：authorizeRequests、and()、没有参数的 formLogin()、AntPathRequestMatcher、没有参数的 DaoAuthenticationProvider")
    void gone() {
        Path classes = Recording.module().resolve("target/boot35/old-ways");
        List<Path> source = List.of(Recording.module().resolve("boot35/src/OldWays.java"));
        assertThat(Boot35.compile(classes, source).lines().filter(line -> line.contains(": error: "))).isEmpty();
        String errors = Boot35.compile(classes, source, System.getProperty("java.class.path"));
        assertThat(errors).contains("class AntPathRequestMatcher", "method authorizeRequests", "formLogin",
                "constructor DaoAuthenticationProvider", "method setUserDetailsService");
    }

    @Test
    @DisplayName("路径不以斜线开头的规则：3.5 上有作用，4.x 上启动失败")
    void noSlash() throws Exception {
        Path classes = Recording.module().resolve("target/boot35/no-slash");
        assertThat(Boot35.compile(classes, List.of(Recording.module().resolve("boot35/src/NoSlash.java")))).isEmpty();
        int oldPort = RunningProgram.freePort();
        try (RunningProgram old = Boot35.start("com.example.bookstore.NoSlash", classes, "src/main/resources",
                "--server.port=" + oldPort, "--spring.sql.init.mode=never")) {
            // Nothing answers there, but the rule lets the request through.
            assertThat(send(oldPort, "/books/1", null, null).statusCode()).isEqualTo(404);
            assertThat(send(oldPort, "/orders/1", null, null).statusCode()).isEqualTo(403);
        }
        ConsoleRun current = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp", classes + File.pathSeparator
                + System.getProperty("java.class.path"), "com.example.bookstore.NoSlash", "--server.port=0",
                "--spring.sql.init.mode=never"), Recording.module(), null, Map.of());
        assertThat(current.exitCode()).as(current.output()).isEqualTo(1);
        assertThat(current.output()).contains("Caused by: java.lang.IllegalArgumentException: pattern must start with a /");
    }

    @Test
    @DisplayName("会话的键改了名：3.5 认得 spring.session.redis.namespace，4.x 认得 spring.session.data.redis.namespace")
    void renamedKey() throws Exception {
        assertThat(knows(Boot35.classPath(), "spring.session.redis.namespace")).isTrue();
        assertThat(knows(Boot35.classPath(), "spring.session.data.redis.namespace")).isFalse();
        assertThat(knows(System.getProperty("java.class.path"), "spring.session.data.redis.namespace")).isTrue();
        assertThat(knows(System.getProperty("java.class.path"), "spring.session.redis.namespace")).isFalse();
    }

    /** Whether Boot's own metadata on a class path has a key that still works. */
    private static boolean knows(String classPath, String key) throws IOException {
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!Path.of(entry).getFileName().toString().matches("spring-boot-.*\\.jar")) {
                continue;
            }
            try (JarFile jar = new JarFile(entry)) {
                JarEntry metadata = jar.getJarEntry("META-INF/spring-configuration-metadata.json");
                if (metadata == null) {
                    continue;
                }
                String json = new String(jar.getInputStream(metadata).readAllBytes(), StandardCharsets.UTF_8);
                List<Map<String, Object>> found = JsonPath.read(json, "$.properties[?(@.name == '" + key + "')]");
                if (found.stream().anyMatch(property -> !property.containsKey("deprecation"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private void compare(Table table, String what, int oldPort, String path, String body, String name)
            throws Exception {
        int old = send(oldPort, path, body, name).statusCode();
        int current = send(port, path, body, name).statusCode();
        assertThat(old).as(what).isEqualTo(current);
        table.row(what, old, current);
    }

    private String challenge(int port) throws Exception {
        return send(port, "/api/orders/2", null, null).headers().firstValue("WWW-Authenticate").orElseThrow();
    }

    /** The same source, compiled on 3.5 and started on either class path. */
    private static String authorities(String classPath, String name) {
        Path classes = Recording.module().resolve("target/boot35/authorities");
        assertThat(Boot35.compile(classes, List.of(Recording.module().resolve("boot35/src/Authorities.java")))).isEmpty();
        String output = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp", classes + File.pathSeparator + classPath,
                "com.example.bookstore.Authorities"), Recording.module(), null, Map.of()).output();
        Matcher line = Pattern.compile("权限：(.*)").matcher(output);
        assertThat(line.find()).as(name + "：" + output).isTrue();
        return line.group(1).strip();
    }

    private HttpResponse<String> send(int port, String path, String body, String name)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
        if (body != null) {
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        }
        if (name != null) {
            String login = send(port, "/api/token", "{\"name\": \"%s\", \"password\": \"pw\"}".formatted(name), null).body();
            Matcher access = Pattern.compile("\"accessToken\":\"([^\"]+)\"").matcher(login);
            assertThat(access.find()).as(login).isTrue();
            request.header("Authorization", "Bearer " + access.group(1));
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a real Maven once with the settings; one local server plays the repositories. */
class FixSettingsTest {

    private static final String POM = """
            <project><modelVersion>4.0.0</modelVersion>
            <groupId>com.example.%s</groupId><artifactId>bom</artifactId>
            <version>1.0.0</version><packaging>pom</packaging></project>
            """;

    /** Each request for a POM: who was asked for what, e.g. {@code mirror open}. */
    private static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

    @TempDir
    static Path folder;

    private static String output;

    @BeforeAll
    static void validateTheProject() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String group = path.contains("/own/") ? "own" : "open";
            boolean found = path.startsWith("/mirror/com/example/open/") || path.startsWith("/company/com/example/own/");
            byte[] body = POM.formatted(group).getBytes(StandardCharsets.UTF_8);
            ASKED.add(path.split("/")[1] + " " + group);
            try (exchange) {
                if (found && path.endsWith(".pom")) {
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                }
                else {
                    exchange.sendResponseHeaders(404, -1);
                }
            }
        });
        server.start();
        try {
            output = validate("http://localhost:" + server.getAddress().getPort());
        }
        finally {
            server.stop(0);
        }
    }

    @Test
    @DisplayName("公开的构件从镜像来，不问旧镜像，也不问 central")
    void publicArtifactsComeFromTheMirror() {
        assertThat(ASKED).as(output).contains("mirror open").doesNotContain("old open", "central open");
    }

    @Test
    @DisplayName("公司的构件从公司仓库来，不问旧镜像，也不问 central")
    void companyArtifactsComeFromTheCompany() {
        assertThat(ASKED).as(output).contains("company own").doesNotContain("old own", "central own");
    }

    @Test
    @DisplayName("两样都取得到，构建成功")
    void theBuildSucceeds() {
        assertThat(output).contains("BUILD SUCCESS");
    }

    private static String validate(String url) throws Exception {
        Files.writeString(folder.resolve("pom.xml"), """
                <project><modelVersion>4.0.0</modelVersion>
                <groupId>com.example</groupId><artifactId>bookstore</artifactId>
                <version>1</version><packaging>pom</packaging>
                <repositories>
                <repository><id>company</id><url>%1$s/company</url></repository>
                <repository><id>central</id><url>%1$s/central</url></repository>
                </repositories>
                <dependencyManagement><dependencies>
                <dependency><groupId>com.example.own</groupId><artifactId>bom</artifactId>
                <version>1.0.0</version><type>pom</type><scope>import</scope></dependency>
                <dependency><groupId>com.example.open</groupId><artifactId>bom</artifactId>
                <version>1.0.0</version><type>pom</type><scope>import</scope></dependency>
                </dependencies></dependencyManagement>
                </project>
                """.formatted(url));
        Files.writeString(folder.resolve("global.xml"), "<settings/>");
        try (InputStream settings = FixSettingsTest.class.getResourceAsStream("/settings.xml")) {
            Files.writeString(folder.resolve("settings.xml"), new String(settings.readAllBytes(),
                    StandardCharsets.UTF_8).replace("http://localhost:8080", url));
        }
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        Path maven = Path.of(System.getProperty("book.maven.home"), "bin", windows ? "mvn.cmd" : "mvn");
        Process process = new ProcessBuilder(List.of(maven.toString(), "-B", "-gs", "global.xml",
                "-s", "settings.xml", "-Dmaven.repo.local=repository", "validate"))
                .directory(folder.toFile()).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }
}

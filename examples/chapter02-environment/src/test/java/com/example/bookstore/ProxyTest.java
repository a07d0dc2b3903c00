package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("公司的网络要经过代理")
class ProxyTest {

    @Test
    @DisplayName("环境变量 HTTPS_PROXY 对 Maven 不起作用；写进 settings.xml 才经过代理")
    void mavenReadsItsSettingsOnly() throws IOException {
        try (OfficeProxy proxy = new OfficeProxy()) {
            assertThat(validate("proxy-by-variable", "<settings/>", proxy).exitCode()).isEqualTo(1);
            assertThat(proxy.requests()).isEmpty();

            ConsoleRun run = validate("proxy-by-settings", thePagesSettings(proxy), proxy);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(proxy.requests()).isNotEmpty()
                    .allMatch(request -> request.startsWith("CONNECT repo.example.com:443 "));
            Recording.check("proxy-request.txt", proxy.requests().getFirst());
        }
    }

    @Test
    @DisplayName("nonProxyHosts 里的主机不经过代理，公司仓库直接取到")
    void hostsLeftOutAreAskedDirectly() throws IOException {
        try (OfficeProxy proxy = new OfficeProxy(); Repositories repositories = new Repositories()
                .publish("company", "com.example.open", "open-bom")
                .publish("company", "com.example.company", "company-bom")) {
            MavenProject project = project("proxy-left-out", thePagesSettings(proxy))
                    .edit("pom.xml", "https://repo.example.com/company", repositories.url() + "/company");
            assertThat(run(project, proxy).exitCode()).isZero();
            assertThat(proxy.requests()).isEmpty();
            assertThat(repositories.asked("company-bom")).isEqualTo("company 200");
        }
    }

    @Test
    @DisplayName("protocol 写 http，http 与 https 的仓库都走代理；写 https，http 的仓库不经过它")
    void theProtocolSaysWhichRepositories() throws IOException {
        try (Repositories repositories = new Repositories().publish("company", "com.example.open", "open-bom")
                .publish("company", "com.example.company", "company-bom")) {
            for (String protocol : List.of("http", "https")) {
                try (OfficeProxy proxy = new OfficeProxy()) {
                    String settings = thePagesSettings(proxy).replaceAll("<nonProxyHosts>.*</nonProxyHosts>", "")
                            .replace("<protocol>http<", "<protocol>" + protocol + "<");
                    MavenProject project = project("proxy-for-" + protocol, settings);
                    assertThat(run(project, proxy).exitCode()).isEqualTo(1);
                    assertThat(proxy.requests()).as(protocol).isNotEmpty()
                            .allMatch(request -> request.startsWith("CONNECT repo.example.com:443 "));

                    int asked = proxy.requests().size();
                    project.edit("pom.xml", "https://repo.example.com/company", repositories.url() + "/company");
                    ConsoleRun run = run(project, proxy);
                    if (protocol.equals("http")) {
                        assertThat(run.exitCode()).isEqualTo(1);
                        assertThat(proxy.requests().stream().skip(asked))
                                .anyMatch(request -> request.startsWith("GET " + repositories.url() + "/company/"));
                        assertThat(repositories.requests()).isEmpty();
                    }
                    else {
                        assertThat(run.exitCode()).as(run.output()).isZero();
                        assertThat(proxy.requests()).hasSize(asked);
                    }
                }
            }
        }
    }

    /** The file the page prints, with the proxy's address replaced by this one's. */
    private static String thePagesSettings(OfficeProxy proxy) throws IOException {
        String settings = Files.readString(Recording.module().resolve("settings/proxy.xml"));
        assertThat(settings).contains("proxy.example.com", "3128");
        return settings.replace("proxy.example.com", "127.0.0.1").replace("3128", String.valueOf(proxy.port()));
    }

    private static ConsoleRun validate(String name, String settings, OfficeProxy proxy) throws IOException {
        return run(project(name, settings), proxy);
    }

    private static MavenProject project(String name, String settings) throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/mirror-lab", name)
                .edit("pom.xml", "http://localhost:8080", "https://repo.example.com")
                .edit("pom.xml", "</repositories>", "<repository><id>central</id>"
                        + "<url>https://repo.example.com/central</url></repository></repositories>");
        Files.writeString(project.folder().resolve("global.xml"), "<settings/>");
        Files.writeString(project.folder().resolve("settings.xml"), settings);
        return project;
    }

    /** Runs Maven with the proxy in the variables that curl and most other programs read. */
    private static ConsoleRun run(MavenProject project, OfficeProxy proxy) {
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        for (String name : List.of("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy")) {
            environment.put(name, "http://127.0.0.1:" + proxy.port());
        }
        return ConsoleRun.run(MavenProject.mavenCommand("-gs", "global.xml", "-s", "settings.xml",
                "-Dmaven.repo.local=repository", "validate"), project.folder(), null, environment);
    }

    /** A proxy that writes down what it is asked and lets nobody through. */
    private static final class OfficeProxy implements AutoCloseable {

        private final ServerSocket server;
        private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

        OfficeProxy() throws IOException {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(this::serve);
        }

        int port() {
            return server.getLocalPort();
        }

        List<String> requests() {
            synchronized (requests) {
                return List.copyOf(requests);
            }
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    requests.add(new BufferedReader(
                            new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII)).readLine());
                    client.getOutputStream().write(
                            "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                }
                catch (IOException ex) {
                    if (!server.isClosed()) {
                        throw new UncheckedIOException(ex);
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}

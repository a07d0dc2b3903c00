package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Docker 引擎：真的构建，真的运行")
class DockerEngineTest {

    private static final String DOCKERFILE = """
            FROM eclipse-temurin:25-jdk AS build
            WORKDIR /build
            COPY Hello.java .
            RUN javac --release 21 -d classes Hello.java

            FROM eclipse-temurin:25-jre
            RUN useradd --system reader
            WORKDIR /app
            COPY --from=build /build/classes .
            USER reader
            EXPOSE 8080
            HEALTHCHECK --interval=1s --timeout=2s --retries=20 CMD bash -c '</dev/tcp/127.0.0.1/8080'
            ENTRYPOINT ["java", "-XX:TieredStopAtLevel=1", "Hello"]
            """;

    private static final String HELLO = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;

            public class Hello {
                public static void main(String[] arguments) throws Exception {
                    HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
                    server.createContext("/", exchange -> {
                        byte[] body = ("heap " + Runtime.getRuntime().maxMemory()).getBytes();
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
                    server.start();
                }
            }
            """;

    @Test
    @DisplayName("两个阶段的镜像：健康，内存上限 256 MiB，其中的 JVM 也看到这个上限")
    void twoStages() {
        try (DockerEngine docker = DockerEngine.start(); ProgramFolder context = ProgramFolder.create("context-")) {
            docker.baseImages().java("eclipse-temurin:25-jdk", "eclipse-temurin:25-jre");
            Path dockerfile = context.write("Dockerfile", DOCKERFILE);
            context.write("Hello.java", HELLO);
            docker.run("build", "--network", "host", "--file", dockerfile.toString(), "--tag", "hello:1",
                    context.path().toString());

            String container = docker.start("--memory", "256m", "--publish", "127.0.0.1::8080", "hello:1");
            docker.awaitHealthy(container, Duration.ofSeconds(20));
            assertThat(docker.inspect(container, "{{.HostConfig.Memory}}")).isEqualTo("268435456");
            assertThat(docker.run("exec", container, "id", "-un")).isEqualTo("reader");
            // 没有设 -Xmx：内存这么小时堆的上限是它的一半，与机器的内存无关。
            String heap = LocalHttp.get(URI.create("http://127.0.0.1:" + docker.port(container, 8080)));
            assertThat(Long.parseLong(heap.replace("heap ", ""))).isBetween(1L << 20, 128L << 20);
            assertThat(docker.run("exec", container, "java", "-XshowSettings:system", "-version"))
                    .contains("Memory Limit: 256.00M");

            ConsoleRun failed = docker.docker("run", "--rm", "no-such-image:1");
            assertThat(failed.exitCode()).as(failed.output()).isEqualTo(125);
        }
    }
}

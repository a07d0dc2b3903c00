package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("端口占用：还没有 Spring，JDK 自带的服务器就能复现")
class PortTest {

    @Test
    @DisplayName("第二个 jwebserver 起不来")
    void secondServerFails() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ConsoleRun run = serve("en", other.getLocalPort());
            assertThat(run.exitCode()).isNotZero();
            Recording.check("port-taken.txt", run.output());
            assertThat(serve("zh", other.getLocalPort()).output()).startsWith("错误: 服务器配置失败");
        }
    }

    private static ConsoleRun serve(String language, int port) {
        return ConsoleRun.run(MavenProject.javaCommand(language, "-m", "jdk.httpserver",
                "-p", String.valueOf(port)), Recording.module(), null, Map.of());
    }
}

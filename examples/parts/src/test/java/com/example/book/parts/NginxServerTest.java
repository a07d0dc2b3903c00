package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("nginx：真的转发，换配置不停机")
class NginxServerTest {

    private static String forwardTo(int port, int target) {
        return """
                server {
                    listen 127.0.0.1:%d;
                    location / {
                        proxy_pass http://127.0.0.1:%d;
                    }
                }
                """.formatted(port, target);
    }

    @Test
    @DisplayName("reload 之后请求到了另一台；写错的配置不被接受，原来的照常服务")
    void reloads() {
        try (Answering first = new Answering("first", number -> 200);
                Answering second = new Answering("second", number -> 200);
                NginxServer nginx = NginxServer.start(port -> forwardTo(port, first.port()))) {
            assertThat(nginx.get("/")).isEqualTo("first");
            nginx.reload(port -> forwardTo(port, second.port()));
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(nginx.get("/")).isEqualTo("second"));
            assertThatIllegalStateException().isThrownBy(() -> nginx.reload(port -> "no_such_directive;"))
                    .withMessageContaining("no_such_directive");
            assertThat(nginx.get("/")).isEqualTo("second");
        }
    }

    @Test
    @DisplayName("kill -9 连工作进程一起结束，端口空出来，可以再启动")
    void killedWithItsWorkers() {
        try (Answering server = new Answering("server", number -> 200);
                NginxServer nginx = NginxServer.start(port -> forwardTo(port, server.port()))) {
            nginx.kill();
            await().atMost(Duration.ofSeconds(10)).until(() -> !RunningProgram.isTaken(nginx.port()));
            nginx.restart();
            assertThat(nginx.get("/")).isEqualTo("server");
        }
    }
}

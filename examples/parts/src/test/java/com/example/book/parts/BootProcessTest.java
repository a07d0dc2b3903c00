package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;

import com.example.book.MavenProject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("几个 Spring Boot 进程：一起启动，杀掉一个，再启动")
class BootProcessTest {

    /** The class path with this module's tests, where the sample application is. */
    static BootProcess.Description sample() {
        return BootProcess.of(MavenProject.javaCommand("zh", "-cp", System.getProperty("java.class.path"),
                SampleApplication.class.getName())).readyPath("/pid");
    }

    @Test
    @DisplayName("两个各在自己的端口；kill -9 一个，另一个照常；重启后端口不变、进程换了")
    void killedAndRestarted() {
        List<BootProcess> both = BootProcess.startAll(List.of(sample(), sample()));
        try (BootProcess first = both.getFirst(); BootProcess second = both.getLast()) {
            assertThat(first.port()).isNotEqualTo(second.port());
            int port = first.port();
            long pid = first.pid();
            assertThat(first.get("/pid")).isEqualTo("{\"pid\":" + pid + "}");
            first.kill();
            assertThat(LocalHttp.answers(first.uri("/pid"))).isFalse();
            assertThat(LocalHttp.answers(second.uri("/pid"))).isTrue();
            first.restart();
            assertThat(first.port()).isEqualTo(port);
            assertThat(first.get("/pid")).isEqualTo("{\"pid\":" + first.pid() + "}")
                    .isNotEqualTo("{\"pid\":" + pid + "}");
            assertThat(second.stop()).isEqualTo(143);
            assertThat(second.output()).contains("Started SampleApplication");
        }
    }

    @Test
    @DisplayName("一个起不来，报错里有它的日志，另一个也停掉")
    void oneFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> BootProcess.startAll(List.of(sample(), sample().arguments("--server.port=x"))))
                .withMessageContaining("还没有就绪就结束了").withMessageContaining("server.port");
    }
}

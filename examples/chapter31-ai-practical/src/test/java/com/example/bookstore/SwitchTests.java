package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.standin.StandIn;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("一个环境变量换一个模型")
class SwitchTests {

    private static RunningProgram store(Map<String, String> environment) {
        return RunningProgram.start(ConsoleRun.javaCommand(BookstoreApplication.class, "--server.port=0"),
                Recording.module(), environment);
    }

    private static int port(RunningProgram store) {
        store.await("Started BookstoreApplication");
        String line = store.output().lines().filter(text -> text.contains("Tomcat started on port")).findFirst().orElseThrow();
        return Integer.parseInt(line.replaceFirst(".*port (\\d+).*", "$1"));
    }

    @Test
    @DisplayName("没有设：本机的替身回答，日志里说明白")
    void standIn() throws Exception {
        try (RunningProgram store = store(Map.of())) {
            assertThat(new Visitor(port(store)).login("li").ask("《三体》多少钱").body()).contains("《三体》");
            assertThat(store.output()).contains("没有 OPENAI_API_KEY，由本机的替身回答，它不是模型");
        }
    }

    @Test
    @DisplayName("设了：请求带着这个密钥，到 OPENAI_BASE_URL 那里去")
    void elsewhere() throws Exception {
        try (StandIn other = StandIn.start(); RunningProgram store = store(Map.of("OPENAI_API_KEY", "sk-another-key-1",
                "OPENAI_BASE_URL", other.baseUrl()))) {
            assertThat(new Visitor(port(store)).login("wang").ask("《三体》多少钱").body()).contains("\"end\"");
            assertThat(other.chats()).hasSize(2);
            assertThat(other.chats().getFirst().path("model").asString()).isEqualTo("gpt-5-mini");
            // gpt-5-mini 不认 max_tokens
            assertThat(other.chats().getFirst().path("max_completion_tokens").asInt()).isEqualTo(2000);
            assertThat(other.chats().getFirst().has("max_tokens")).isFalse();
            assertThat(other.chats().getFirst().has("temperature")).isFalse();
            assertThat(other.authorizations()).isNotEmpty().allMatch("Bearer sk-another-key-1"::equals);
            assertThat(store.output()).doesNotContain("sk-another-key-1").doesNotContain("替身");
        }
    }
}

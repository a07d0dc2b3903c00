package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import com.example.bookstore.Assistant.Piece;
import com.example.standin.Reply;
import com.example.standin.StandIn;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.model.openai.autoconfigure.OpenAiChatAutoConfiguration;
import org.springframework.ai.model.openai.autoconfigure.OpenAiEmbeddingAutoConfiguration;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

@DisplayName("书店的对话等多久")
class TimeoutTests {

    @ParameterizedTest
    @ValueSource(strings = {"spring.ai.openai.timeout", "spring.ai.openai.chat.timeout"})
    @DisplayName("配置里写多久就等多久：助手的流、把一句话变成对象，都是")
    void asConfigured(String property) {
        CountDownLatch release = new CountDownLatch(1);
        try (StandIn model = StandIn.start(); ConfigurableApplicationContext store = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--server.port=0", "--spring.profiles.active=demo", "--spring.datasource.url=jdbc:h2:mem:" + property,
                        "--spring.ai.openai.base-url=" + model.baseUrl(), "--spring.ai.openai.api-key=any",
                        "--spring.ai.openai.chat.model=talking", "--" + property + "=1s")) {
            model.next(new Reply.Late("答案。", release));
            long asked = System.nanoTime();
            Piece last = store.getBean(Assistant.class).ask("li", "问").blockLast(Duration.ofSeconds(20));
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
            assertThat(last).isEqualTo(new Piece("error", "助手现在不能回答，请稍后再试。"));

            model.next(new Reply.Late("答案。", release));
            asked = System.nanoTime();
            Throwable error = catchThrowable(() -> store.getBean(WishReader.class).read("li", "关于科幻的书"));
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
            assertThat(error).isInstanceOf(WishReader.UnavailableException.class);
            // 别的选项照旧取自配置
            assertThat(model.chats()).hasSize(2).allMatch(chat -> chat.path("model").asString().equals("talking")
                    && chat.path("max_completion_tokens").asInt() == 2000);
        }
        finally {
            release.countDown();
        }
    }

    /** Red on the day Spring AI heeds its settings: then the store's own bean can go. */
    @Test
    @DisplayName("Spring AI 2.0.1 自己不认配置里的超时：对话与嵌入都等 60 秒，设了 2 秒也一样")
    void springAiWaitsForAMinute() throws IOException {
        Map<String, String> seconds = new ConcurrentHashMap<>();
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            // The client tells the service how long it is going to wait.
            seconds.put(exchange.getRequestURI().getPath(), exchange.getRequestHeaders().getFirst("X-Stainless-Timeout"));
            exchange.sendResponseHeaders(400, -1);
            exchange.close();
        });
        service.start();
        try {
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(ToolCallingAutoConfiguration.class,
                    OpenAiChatAutoConfiguration.class, OpenAiEmbeddingAutoConfiguration.class)).withPropertyValues(
                    "spring.ai.openai.base-url=http://127.0.0.1:" + service.getAddress().getPort(), "spring.ai.openai.api-key=any",
                    "spring.ai.openai.timeout=2s", "spring.ai.openai.chat.timeout=2s", "spring.ai.openai.embedding.timeout=2s")
                    .run(context -> {
                        assertThat(catchThrowable(() -> context.getBean(ChatModel.class).call("问"))).isNotNull();
                        assertThat(catchThrowable(() -> context.getBean(EmbeddingModel.class).embed("问"))).isNotNull();
                    });
            assertThat(seconds).isEqualTo(Map.of("/chat/completions", "60", "/embeddings", "60"));
        }
        finally {
            service.stop(0);
        }
    }
}

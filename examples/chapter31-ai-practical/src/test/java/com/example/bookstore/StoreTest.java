package com.example.bookstore;

import java.util.List;

import com.example.bookstore.Assistant.Piece;
import com.example.standin.StandIn;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** 整个应用只启动一次，各个测试类合用；模型是本机的替身。 */
@SpringBootTest(classes = BookstoreApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"store.daily-tokens=1000000", "store.users.zhao=zhao-password"})
@ActiveProfiles("demo")
public abstract class StoreTest {

    protected static final StandIn MODEL = StandIn.start();

    @DynamicPropertySource
    static void model(DynamicPropertyRegistry properties) {
        properties.add("spring.ai.openai.base-url", MODEL::baseUrl);
        properties.add("spring.ai.openai.api-key", () -> "sk-test-4711-secret");
    }

    @Autowired
    protected Assistant assistant;
    @Autowired
    protected Shop shop;
    @Autowired
    protected ChatMemory memory;
    @Autowired
    protected JdbcClient jdbc;

    @BeforeEach
    void fresh() {
        MODEL.forget();
        List.of("li", "wang", "zhao").forEach(memory::clear);
        jdbc.sql("delete from proposal").update();
        jdbc.sql("update book set stock = case id when 1 then 5 when 2 then 3 else 100 end").update();
    }

    /** All pieces of one answer. */
    protected List<Piece> ask(String customer, String question) {
        return assistant.ask(customer, question).collectList().block(java.time.Duration.ofSeconds(30));
    }

    /** The words of one answer. */
    protected String answer(String question) {
        return words(ask("li", question));
    }

    protected static String words(List<Piece> pieces) {
        return String.join("", pieces.stream().filter(piece -> piece.type().equals("text")).map(Piece::text).toList());
    }

    /** Which tools the stand-in asked for, in order. */
    protected static List<String> calledTools() {
        return MODEL.chats().isEmpty() ? List.of() : MODEL.chats().getLast().path("messages").valueStream()
                .flatMap(message -> message.path("tool_calls").valueStream())
                .map(call -> call.path("function").path("name").asString()).toList();
    }
}

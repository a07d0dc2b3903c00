package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.Assistant.Piece;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

@DisplayName("从前的对话太长，一天的额度也放不下")
@TestPropertySource(properties = "store.daily-tokens=20000")
class LongMemoryTests extends StoreTest {

    @Autowired
    private Budget budget;

    @Test
    @DisplayName("昨天说了十个长问题，今天的第一问不能每次都听到额度用完了：忘掉前面的，再问就有回答")
    void forgets() {
        for (int i = 0; i < 10; i++) {
            memory.add("gu", new UserMessage("问".repeat(500)));
            memory.add("gu", new AssistantMessage("答".repeat(200)));
        }
        assertThat(ask("gu", "《三体》多少钱")).containsExactly(new Piece("error", "对话太长了，前面的已经忘掉，请再问一次。"));
        assertThat(MODEL.chats()).isEmpty();
        assertThat(budget.used("gu")).isZero();
        assertThat(words(ask("gu", "《三体》多少钱"))).isEqualTo("《三体》68.00 元，还有 5 本。");
    }
}

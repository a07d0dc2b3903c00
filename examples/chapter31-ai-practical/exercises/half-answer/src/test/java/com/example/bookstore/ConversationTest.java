package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import com.example.bookstore.Conversation.Chunk;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConversationTest {

    private final Conversation conversation = new Conversation();

    @Test
    @DisplayName("说完了：一问一答都记")
    void finished() {
        conversation.add("问", List.of(new Chunk("答", null), new Chunk("案。", null), new Chunk("", "stop")));
        assertThat(conversation.messages()).containsExactly("user 问", "assistant 答案。");
    }

    @Test
    @DisplayName("有的一块只有空格、换行，有的以空格开头：一个也不丢")
    void blanks() {
        conversation.add("问", List.of(new Chunk("Spring", null), new Chunk(" ", null), new Chunk("Boot", null), new Chunk("\n", null),
                new Chunk(" Framework", null), new Chunk("", "stop")));
        assertThat(conversation.messages()).containsExactly("user 问", "assistant Spring Boot\n Framework");
    }

    @Test
    @DisplayName("结束的原因从服务来，不是代码里写着的那一个 String")
    void finishedFromOutside() {
        conversation.add("问", List.of(new Chunk("答案。", new String("stop"))));
        assertThat(conversation.messages()).containsExactly("user 问", "assistant 答案。");
    }

    @Test
    @DisplayName("没有说为什么结束：什么也不记")
    void cut() {
        conversation.add("问", List.of(new Chunk("先删掉", null)));
        assertThat(conversation.messages()).isEmpty();
    }

    @Test
    @DisplayName("到了长度的上限、被拦下、请求调用工具、没有听说过的原因：也不算说完")
    void otherReasons() {
        for (String reason : List.of("length", "content_filter", "tool_calls", "")) {
            conversation.add("问", List.of(new Chunk("先删掉", reason)));
        }
        assertThat(conversation.messages()).isEmpty();
    }

    @Test
    @DisplayName("一块也没有，或者说完了却没有字：不记，也不出错")
    void empty() {
        conversation.add("问", List.of());
        conversation.add("问", List.of(new Chunk(null, "stop")));
        conversation.add("问", List.of(new Chunk("", null), new Chunk("", "stop")));
        assertThat(conversation.messages()).isEmpty();
    }

    @Test
    @DisplayName("一轮一轮互不相干：没有说完的那一轮不记，前后说完的都在，问的是同一句也一样")
    void oneTurnAfterAnother() {
        conversation.add("一", List.of(new Chunk("甲。", "stop")));
        conversation.add("二", List.of(new Chunk("先删掉", null)));
        conversation.add("一", List.of(new Chunk("先删掉", "length")));
        conversation.add("三", List.of(new Chunk("丙。", "stop")));
        assertThat(conversation.messages()).containsExactly("user 一", "assistant 甲。", "user 三", "assistant 丙。");
    }

    @Test
    @DisplayName("结束之后还有一块用量：照样算说完了")
    void usageAfterwards() {
        conversation.add("问", List.of(new Chunk("答。", "stop"), new Chunk(null, null)));
        assertThat(conversation.messages()).containsExactly("user 问", "assistant 答。");
    }

    @Test
    @DisplayName("写着结束原因的那一块没有文字，中间也有一块没有：照样算说完了")
    void reasonWithoutText() {
        conversation.add("问", List.of(new Chunk("答", null), new Chunk(null, null), new Chunk("案。", null), new Chunk(null, "stop")));
        assertThat(conversation.messages()).containsExactly("user 问", "assistant 答案。");
    }
}

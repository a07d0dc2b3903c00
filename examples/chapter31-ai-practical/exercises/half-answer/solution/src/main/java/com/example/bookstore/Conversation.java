package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

/** 一位顾客的对话，以后的提问会带上它。 */
public class Conversation {

    /** 流里的一块：几个字，以及结束的原因；没有结束时原因是 {@code null}。 */
    public record Chunk(String text, String finishReason) {
    }

    private final List<String> messages = new ArrayList<>();

    // region add
    /** 记下一问一答。说完了的才算一轮；没有说完的，问与答都不记。 */
    public void add(String question, List<Chunk> chunks) {
        StringBuilder answer = new StringBuilder();
        boolean finished = false;
        for (Chunk chunk : chunks) {
            answer.append(chunk.text() == null ? "" : chunk.text());
            // 长度到了上限（length）、被拦下（content_filter）都不算说完
            finished = finished || "stop".equals(chunk.finishReason());
        }
        if (finished && !answer.toString().isBlank()) {
            messages.add("user " + question);
            messages.add("assistant " + answer);
        }
    }
    // endregion add

    public List<String> messages() {
        return List.copyOf(messages);
    }
}

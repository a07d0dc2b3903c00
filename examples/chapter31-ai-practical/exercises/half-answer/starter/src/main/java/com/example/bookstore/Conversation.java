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
        messages.add("user " + question);
        StringBuilder answer = new StringBuilder();
        for (Chunk chunk : chunks) {
            answer.append(chunk.text());
        }
        messages.add("assistant " + answer);
    }
    // endregion add

    public List<String> messages() {
        return List.copyOf(messages);
    }
}

package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;

@DisplayName("从 Spring AI 1 来")
class VersionTests {

    @Test
    @DisplayName("toolCallbacks 标成了将要删除，tools 没有")
    void toolCallbacksWillGo() {
        for (Method method : ChatClient.ChatClientRequestSpec.class.getMethods()) {
            Deprecated deprecated = method.getAnnotation(Deprecated.class);
            if (method.getName().equals("toolCallbacks")) {
                assertThat(deprecated).as(method.toString()).isNotNull();
                assertThat(deprecated.forRemoval()).as(method.toString()).isTrue();
            }
            if (method.getName().equals("tools")) {
                assertThat(deprecated).as(method.toString()).isNull();
            }
        }
    }
}

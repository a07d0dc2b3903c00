package com.example.bookstore;

import java.time.Duration;

import com.example.standin.StandIn;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** Chat models and clients that talk to a stand-in, without an application around them. */
public final class Models {

    private Models() {
    }

    public static OpenAiChatOptions.Builder options(StandIn standIn) {
        return OpenAiChatOptions.builder().baseUrl(standIn.baseUrl()).apiKey("test-key").model("stand-in")
                .timeout(Duration.ofSeconds(20)).maxRetries(0);
    }

    public static OpenAiChatModel model(OpenAiChatOptions.Builder options) {
        return OpenAiChatModel.builder().options(options.build()).build();
    }

    public static ChatClient client(StandIn standIn) {
        return ChatClient.create(model(options(standIn)));
    }
}

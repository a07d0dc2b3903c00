package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import com.openai.errors.OpenAIServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Flux;

/** 回答顾客的问题，一块一块地给。 */
@Service
public class Assistant {

    private static final Logger log = LoggerFactory.getLogger(Assistant.class);

    /** 一块：{@code text} 接着显示，{@code end} 说完了，{@code error} 没有说完。 */
    public record Piece(String type, String text) {
    }

    private final ChatClient client;
    private final Budget budget;

    Assistant(@Qualifier("assistantClient") ChatClient client, Budget budget) {
        this.client = client;
        this.budget = budget;
    }

    // region ask
    public Flux<Piece> ask(String customer, String typed) {
        String question = Redactor.mask(typed);
        Budget.Reservation reservation = budget.reserve(customer);
        AtomicLong tokens = new AtomicLong();
        AtomicReference<String> reason = new AtomicReference<>("");
        return client.prompt().user(question)
                .toolContext(Map.of(StoreTools.CUSTOMER, customer,
                        StoreTools.QUESTION, question))
                .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, customer))
                .stream().chatResponse()
                .doOnNext(response -> note(response, tokens, reason))
                .map(Assistant::text).filter(text -> !text.isEmpty())
                .map(text -> new Piece("text", text))
                // 没有说“说完了”的，就是没有说完
                .concatWith(Flux.defer(() -> Flux.just(reason.get().equals("STOP")
                        ? new Piece("end", "")
                        : new Piece("error", "回答没有说完，请再问一次。"))))
                .onErrorResume(error -> {
                    log.warn("回答失败：{}", shown(error));
                    return Flux.just(new Piece("error", "助手现在不能回答，请稍后再试。"));
                })
                .doFinally(signal -> reservation.settle(tokens.get()));
    }
    // endregion ask

    // region shown
    /** 日志里只写种类与状态码：服务返回的消息里可能有密钥、有顾客的话。 */
    static String shown(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof OpenAIServiceException service) {
                return "HTTP " + service.statusCode();
            }
        }
        return error.getClass().getSimpleName();
    }
    // endregion shown

    private static void note(ChatResponse response, AtomicLong tokens, AtomicReference<String> reason) {
        Integer total = response.getMetadata().getUsage().getTotalTokens();
        if (total != null && total > 0) {
            tokens.accumulateAndGet(total, Math::max);
        }
        if (response.getResult() != null && response.getResult().getMetadata().getFinishReason() != null
                && !response.getResult().getMetadata().getFinishReason().isEmpty()) {
            reason.set(response.getResult().getMetadata().getFinishReason());
        }
    }

    private static String text(ChatResponse response) {
        return response.getResult() == null || response.getResult().getOutput().getText() == null ? ""
                : response.getResult().getOutput().getText();
    }
}

package com.example.bookstore;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import com.example.bookstore.Budget.BudgetExceededException;
import com.example.bookstore.Budget.TooLongException;
import com.openai.errors.OpenAIServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.model.tool.ToolCallLimitExceededException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.NestedExceptionUtils;
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
    private final ChatMemory memory;
    private final Budget budget;

    Assistant(@Qualifier("assistantClient") ChatClient client, ChatMemory memory, Budget budget) {
        this.client = client;
        this.memory = memory;
        this.budget = budget;
    }

    // region ask
    public Flux<Piece> ask(String customer, String typed) {
        budget.admit(customer);
        String question = Redactor.mask(typed);
        AtomicReference<String> reason = new AtomicReference<>("");
        return client.prompt().user(question)
                .toolContext(Map.of(StoreTools.CUSTOMER, customer,
                        StoreTools.QUESTION, question))
                .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, customer)
                        .advisors(new BudgetAdvisor(budget, customer)))
                .stream().chatResponse()
                .doOnNext(response -> note(response, reason))
                .map(Assistant::text).filter(text -> !text.isEmpty())
                .map(text -> new Piece("text", text))
                // 没有说“说完了”的，就是没有说完
                .concatWith(Flux.defer(() -> Flux.just(reason.get().equals("STOP")
                        ? new Piece("end", "")
                        : new Piece("error", "回答没有说完，请再问一次。"))))
                // 一天的额度也放不下的对话，忘掉前面的
                .doOnError(error -> cause(error, TooLongException.class)
                        .ifPresent(tooLong -> memory.clear(customer)))
                .onErrorResume(error -> Flux.just(new Piece("error", apology(error))));
    }
    // endregion ask

    private static String apology(Throwable error) {
        Optional<BudgetExceededException> exceeded = cause(error, BudgetExceededException.class);
        if (exceeded.isPresent()) {
            return exceeded.get().getMessage();
        }
        log.warn("回答失败：{}", shown(error));
        return "助手现在不能回答，请稍后再试。";
    }

    // region shown
    /** 日志里只写种类与状态码：服务返回的消息里可能有密钥、有顾客的话。 */
    static String shown(Throwable error) {
        return cause(error, OpenAIServiceException.class)
                // 流到一半，服务在流里报错，状态码还是 200
                .filter(service -> service.statusCode() >= 400)
                .map(service -> "HTTP " + service.statusCode())
                // 外面包着几层 IllegalStateException，种类要看最里面的
                .orElseGet(() -> NestedExceptionUtils.getMostSpecificCause(error)
                        .getClass().getSimpleName());
    }

    /** 错误与它的各层原因里，第一个这种类型的。 */
    static <T extends Throwable> Optional<T> cause(Throwable error, Class<T> type) {
        return Stream.<Throwable>iterate(error, Objects::nonNull, Throwable::getCause)
                .filter(type::isInstance).map(type::cast).findFirst();
    }
    // endregion shown

    private static void note(ChatResponse response, AtomicReference<String> reason) {
        if (response.getResult() != null && response.getResult().getMetadata().getFinishReason() != null
                && !response.getResult().getMetadata().getFinishReason().isEmpty()) {
            reason.set(response.getResult().getMetadata().getFinishReason());
        }
    }

    private static String text(ChatResponse response) {
        if (response.getResult() == null || response.getResult().getOutput().getText() == null
                // 工具调用到了上限，这一块不是模型说的，是 Spring AI 写的英文
                || ToolCallLimitExceededException.FINISH_REASON.equals(response.getResult().getMetadata().getFinishReason())) {
            return "";
        }
        return response.getResult().getOutput().getText();
    }
}

package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import com.openai.errors.OpenAIServiceException;
import org.springframework.ai.chat.client.ChatClientAttributes;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/** 每问一次模型，替一位顾客记一次账。没有状态，可以用在几个问题上。 */
final class BudgetAdvisor implements CallAdvisor, StreamAdvisor {

    /** 一条消息的角色与分隔、一个工具的外壳，另外算这么多。 */
    private static final int OVERHEAD = 32;

    private final Budget budget;
    private final String customer;

    BudgetAdvisor(Budget budget, String customer) {
        this.budget = budget;
        this.customer = customer;
    }

    @Override
    public String getName() {
        return "budget";
    }

    // region rounds
    /** 最里面的一层，在工具循环里：一个问题问几次模型，就经过这里几次。 */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request,
            StreamAdvisorChain chain) {
        return Flux.defer(() -> {
            Budget.Reservation round = budget.reserve(customer, atMost(request));
            AtomicLong reported = new AtomicLong();
            return chain.nextStream(request)
                    .doOnNext(response -> reported.accumulateAndGet(tokens(response),
                            Math::max))
                    // 先结清，再把“结束”传下去：后面的人看到的是结清之后的
                    .doOnComplete(() -> round.settle(reported.get()))
                    // 断了、超时了、顾客走了，不知道收了多少，就留着预留的
                    .doOnError(error -> releaseIfRefused(round, error));
        });
    }
    // endregion rounds

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        Budget.Reservation round = budget.reserve(customer, atMost(request));
        try {
            ChatClientResponse response = chain.nextCall(request);
            round.settle(tokens(response));
            return response;
        }
        catch (RuntimeException ex) {
            releaseIfRefused(round, ex);
            throw ex;
        }
    }

    /** 4xx 是还没有开始算就拒绝了；408 与 5xx 说不准，可能是中间的代理等不及了。 */
    private static void releaseIfRefused(Budget.Reservation round, Throwable error) {
        int status = Assistant.cause(error, OpenAIServiceException.class)
                .map(OpenAIServiceException::statusCode).orElse(0);
        if (status >= 400 && status < 500 && status != 408) {
            round.release();
        }
    }

    /** 提问最多多少 token。分词从字节拼起，一个 token 至少一个字节，所以数 UTF-8 的字节。 */
    static long atMost(ChatClientRequest request) {
        // entity() 附上的 JSON Schema，要到问模型的那一刻才加进提问
        Object format = request.context().get(ChatClientAttributes.OUTPUT_FORMAT.getKey());
        long bytes = format == null ? 0 : bytes(format.toString());
        Prompt prompt = request.prompt();
        for (Message message : prompt.getInstructions()) {
            bytes += OVERHEAD + bytes(message.getText());
            if (message instanceof AssistantMessage assistant) {
                for (AssistantMessage.ToolCall call : assistant.getToolCalls()) {
                    bytes += OVERHEAD + bytes(call.id()) + bytes(call.name())
                            + bytes(call.arguments());
                }
            }
            if (message instanceof ToolResponseMessage tool) {
                for (ToolResponseMessage.ToolResponse response : tool.getResponses()) {
                    bytes += OVERHEAD + bytes(response.id()) + bytes(response.responseData());
                }
            }
        }
        if (prompt.getOptions() instanceof ToolCallingChatOptions options
                && options.getToolCallbacks() != null) {
            for (ToolCallback callback : options.getToolCallbacks()) {
                ToolDefinition tool = callback.getToolDefinition();
                bytes += OVERHEAD + bytes(tool.name()) + bytes(tool.description())
                        + bytes(tool.inputSchema());
            }
        }
        return bytes;
    }

    private static int bytes(String text) {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** 这一块里写的用量，没有写就是 0。 */
    private static long tokens(ChatClientResponse response) {
        if (response.chatResponse() == null) {
            return 0;
        }
        Integer total = response.chatResponse().getMetadata().getUsage().getTotalTokens();
        return total == null ? 0 : total;
    }
}

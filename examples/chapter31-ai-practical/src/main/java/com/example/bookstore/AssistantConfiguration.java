package com.example.bookstore;

import java.time.Duration;
import java.util.List;

import com.openai.errors.OpenAIException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.PromptTemplate;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.execution.ToolExecutionExceptionProcessor;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JacksonException;

@Configuration(proxyBeanMethods = false)
class AssistantConfiguration {

    private static final Logger log = LoggerFactory.getLogger(AssistantConfiguration.class);

    @Bean
    VectorStore vectorStore(EmbeddingModel embeddingModel) {
        SimpleVectorStore store = SimpleVectorStore.builder(embeddingModel).build();
        embed(store, Handbook.documents(Handbook.sections("handbook"), "book"));
        embed(store, Handbook.documents(Handbook.sections("notes"), "reader"));
        return store;
    }

    private static void embed(VectorStore store, List<Document> documents) {
        try {
            store.add(documents);
        }
        catch (OpenAIException failed) {
            // 不带原来的异常：启动失败时 Spring 把它整个写进日志，消息里可能有密钥
            throw new IllegalStateException("书没有存进向量库：" + Assistant.shown(failed));
        }
    }

    // region client
    private static final String SYSTEM = """
            你是书店的助手，用中文回答，两三句就够。
            书的内容按资料回答并说出处，资料里没有就说没有；价格与库存用工具查。
            """;
    private static final PromptTemplate QUESTION = new PromptTemplate("""
            {query}

            <资料>
            {question_answer_context}
            </资料>
            """);
    /** 检索要在工具循环的外面，否则每调用一轮工具就再检索一次。 */
    static final int BEFORE_TOOLS = ToolCallingAdvisor.DEFAULT_ORDER - 50;

    @Bean
    ChatClient assistantClient(ChatClient.Builder builder, ChatMemory memory,
            VectorStore store, StoreTools tools, StoreProperties properties) {
        SearchRequest.Builder search = SearchRequest.builder().topK(3);
        if (!properties.notes()) {
            search.filterExpression("trust == 'book'");
        }
        return builder.defaultSystem(SYSTEM)
                .defaultTools(tools)
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build(),
                        QuestionAnswerAdvisor.builder(store).searchRequest(search.build())
                                .promptTemplate(QUESTION).order(BEFORE_TOOLS).build())
                .build();
    }
    // endregion client

    // region tool-errors
    /** 工具自己出的错：日志里记全，给模型的只是一句话，原文里可能有 SQL、有地址。 */
    @Bean
    ToolExecutionExceptionProcessor toolErrors() {
        return failed -> {
            // 参数的类型不对，是模型填错的，让它看到报错好改
            if (failed.getCause() instanceof JacksonException) {
                return failed.getMessage();
            }
            // 不是 RuntimeException 的，例如内存不够，照原样抛出去
            if (!(failed.getCause() instanceof RuntimeException)) {
                throw failed;
            }
            log.error("工具 {} 出错了", failed.getToolDefinition().name(),
                    failed.getCause());
            return "现在办不了，请稍后再试。";
        };
    }
    // endregion tool-errors

    /** Spring AI 2.0.1 的对话不认配置里的超时，替它写进每个 ChatClient。 */
    @Bean
    ChatClientBuilderCustomizer chatTimeout(@Value("${spring.ai.openai.chat.timeout:"
            + "${spring.ai.openai.timeout}}") Duration timeout) {
        return builder -> builder.defaultOptions(
                OpenAiChatOptions.builder().timeout(timeout));
    }

    /** 没有工具、没有记忆、不检索，只用来把一句话变成对象。 */
    @Bean
    ChatClient plainClient(ChatClient.Builder builder) {
        return builder.build();
    }
}

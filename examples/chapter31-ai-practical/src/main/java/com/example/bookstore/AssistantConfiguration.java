package com.example.bookstore;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.PromptTemplate;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AssistantConfiguration {

    // region store
    @Bean
    VectorStore vectorStore(EmbeddingModel embeddingModel) {
        SimpleVectorStore store = SimpleVectorStore.builder(embeddingModel).build();
        store.add(Handbook.documents(Handbook.sections("handbook"), "book"));
        store.add(Handbook.documents(Handbook.sections("notes"), "reader"));
        return store;
    }
    // endregion store

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

    /** 没有工具、没有记忆、不检索，只用来把一句话变成对象。 */
    @Bean
    ChatClient plainClient(ChatClient.Builder builder) {
        return builder.build();
    }
}

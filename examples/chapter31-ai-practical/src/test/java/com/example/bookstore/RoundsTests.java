package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Assistant.Piece;
import com.example.standin.Reply;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions.StreamOptions;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.beans.factory.annotation.Autowired;

/** Every test has customers of its own: the budget of a day cannot be emptied. */
@DisplayName("额度与账单：问一次模型记一次，不比服务收的少")
class RoundsTests extends StoreTest {

    private static final Reply FIND = new Reply.Call("find_books", "{\"title\":\"三体\"}");
    private static final String PRICE = "《三体》多少钱";

    @Autowired
    private Budget budget;
    @Autowired
    private WishReader wishes;

    @Test
    @DisplayName("调用工具之后断了：没有一次的用量来得及算，也不比账单少")
    void cutAfterATool() {
        MODEL.next(FIND);
        MODEL.next(new Reply.Cut("《三体》68.00 元，还有 5 本。", 2));
        assertThat(ask("zhou", PRICE).getLast().type()).isEqualTo("error");
        assertThat(MODEL.chats()).hasSize(2);
        assertThat(budget.used("zhou")).isGreaterThanOrEqualTo(MODEL.billed());
    }

    @Test
    @DisplayName("调用工具之后静静停下：第二次没有给用量，也不比账单少")
    void endsEarlyAfterATool() {
        MODEL.next(FIND);
        MODEL.next(new Reply.EndEarly("《三体》68.00 元，还有 5 本。", 2));
        assertThat(ask("wu", PRICE).getLast().type()).isEqualTo("error");
        assertThat(budget.used("wu")).isGreaterThanOrEqualTo(MODEL.billed());
    }

    @Test
    @DisplayName("各种结束，服务计了多少，额度记了多少")
    void table() {
        Table table = new Table("怎样结束", "问模型", "服务计的", "额度记的");
        Map<String, List<Reply>> endings = new LinkedHashMap<>();
        endings.put("答完", List.of());
        endings.put("第一次断了", List.of(new Reply.Cut("《三体》68.00 元，还有 5 本。", 2)));
        endings.put("第二次断了", List.of(FIND, new Reply.Cut("《三体》68.00 元，还有 5 本。", 2)));
        endings.put("第二次静静停下", List.of(FIND, new Reply.EndEarly("《三体》68.00 元，还有 5 本。", 2)));
        endings.put("第一次就拒绝（400）", List.of(new Reply.Status(400, "no")));
        endings.put("第二次出错（503）", List.of(FIND, new Reply.Status(503, "busy")));
        endings.forEach((name, replies) -> {
            String customer = "zheng-" + endings.keySet().stream().toList().indexOf(name);
            MODEL.forget();
            replies.forEach(MODEL::next);
            ask(customer, PRICE);
            table.row(name, MODEL.chats().size(), MODEL.billed(), budget.used(customer));
            assertThat(budget.used(customer)).as(name).isGreaterThanOrEqualTo(MODEL.billed());
        });
        Recording.check("rounds.txt", table.toString());
        assertThat(budget.used("zheng-4")).isZero();
    }

    @Test
    @DisplayName("服务出错，书店不在背后再问一次：那一次额度看不见")
    void noHiddenRetry() {
        MODEL.next(new Reply.Status(503, "busy"));
        assertThat(ask("wei", PRICE).getLast().type()).isEqualTo("error");
        assertThat(MODEL.chats()).hasSize(1);
    }

    @Test
    @DisplayName("超时了，服务还在算：按预留的记，不比账单少")
    void timeout() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        MODEL.next(new Reply.Late("答案。", release));
        OpenAiChatOptions.Builder options = Models.options(MODEL).timeout(Duration.ofSeconds(1));
        Throwable error = catchThrowable(() -> ChatClient.create(Models.model(options)).prompt().user("问")
                .advisors(new BudgetAdvisor(budget, "jiang")).call().content());
        assertThat(error).isNotNull();
        long counted = budget.used("jiang");
        release.countDown();
        assertThat(MODEL.awaitBilled(4, Duration.ofSeconds(10))).isTrue();
        assertThat(counted).isGreaterThanOrEqualTo(4);
    }

    @Test
    @DisplayName("顾客关了页面：按预留的记")
    void cancelled() {
        MODEL.pace(Duration.ofMillis(20));
        try {
            MODEL.next(new Reply.Say("很长的一段话".repeat(20)));
            Piece first = assistant.ask("shen", "问").blockFirst(Duration.ofSeconds(20));
            assertThat(first.type()).isEqualTo("text");
        }
        finally {
            MODEL.pace(Duration.ZERO);
        }
        assertThat(budget.used("shen")).isGreaterThanOrEqualTo(MODEL.billed());
    }

    @Test
    @DisplayName("流里不给用量的服务：总数是 0，不是没有花钱，按预留的记")
    void noUsageInTheStream() {
        OpenAiChatOptions.Builder options = Models.options(MODEL)
                .streamOptions(StreamOptions.builder().includeUsage(false).build());
        Integer total = ChatClient.create(Models.model(options)).prompt().user("我叫小李").advisors(new BudgetAdvisor(budget, "han"))
                .stream().chatResponse().blockLast(Duration.ofSeconds(20)).getMetadata().getUsage().getTotalTokens();
        assertThat(total).isZero();
        assertThat(budget.used("han")).isGreaterThan(2000).isGreaterThanOrEqualTo(MODEL.billed());
    }

    @Test
    @DisplayName("回答不是 JSON，也收了钱：两次都按用量记")
    void wishes() {
        MODEL.next(new Reply.Say("好的。"));
        assertThat(wishes.read("yang", "关于科幻的书，100 元")).isPresent();
        assertThat(MODEL.chats()).hasSize(2);
        assertThat(budget.used("yang")).isEqualTo(MODEL.billed());
    }

    @Test
    @DisplayName("附在问题后面的 JSON Schema 也预留了：服务出错，按预留的记，不比提问与最长的回答少")
    void theFormatIsReserved() {
        MODEL.next(new Reply.Status(503, "busy"));
        assertThatThrownBy(() -> wishes.read("xu", "关于科幻的书")).isInstanceOf(WishReader.UnavailableException.class);
        String sent = MODEL.chats().getFirst().path("messages").path(0).path("content").asString();
        assertThat(sent).contains("JSON Schema");
        assertThat(budget.used("xu")).isGreaterThanOrEqualTo(sent.getBytes(StandardCharsets.UTF_8).length + 2000);
    }

    @Test
    @DisplayName("第二次的预留放不下：不再问模型，顾客看到额度用完了")
    void exhaustedBetweenRounds() {
        long room = 8000;
        budget.reserve("zhu", 1_000_000 - 2000 - room).settle(1_000_000 - room);
        MODEL.next(new Reply.Call("find_books", "{\"title\":\"" + "三".repeat(2000) + "\"}"));
        assertThat(ask("zhu", "问").getLast()).isEqualTo(new Piece("error", "今天的额度用完了"));
        assertThat(MODEL.chats()).hasSize(1);
        assertThat(budget.used("zhu")).isLessThanOrEqualTo(1_000_000);
    }

    @Test
    @DisplayName("二十个问题同时来，有的断掉，有的放不下：加起来不比账单少，也不超过额度")
    void together() throws Exception {
        long before = 1_000_000 - 40_000;
        budget.reserve("qin", before - 2000);
        IntStream.range(0, 10).forEach(i -> {
            MODEL.next(FIND);
            MODEL.next(new Reply.Cut("《三体》68.00 元，还有 5 本。", 2));
        });
        List<String> ends = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                threads.submit(() -> {
                    try {
                        ends.add(ask("qin", PRICE).getLast().text());
                    }
                    catch (Budget.BudgetExceededException ex) {
                        ends.add(ex.getMessage());
                    }
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(ends).hasSize(20).contains("今天的额度用完了", "助手现在不能回答，请稍后再试。");
        assertThat(budget.used("qin") - before).isGreaterThanOrEqualTo(MODEL.billed());
        assertThat(budget.used("qin")).isLessThanOrEqualTo(1_000_000);
    }

    @Test
    @DisplayName("一天 20000：三个这样的问题还没有结清，第四个就放不下")
    void fourthQuestion() {
        budget.reserve("lv", 1_000_000 - 20_000 - 2000);
        List<String> ends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            MODEL.next(new Reply.Cut("《三体》68.00 元，还有 5 本。", 2));
            ends.add(ask("lv", PRICE).getLast().text());
        }
        String notNow = "助手现在不能回答，请稍后再试。";
        assertThat(ends).containsExactly(notNow, notNow, notNow, "今天的额度用完了");
        assertThat(MODEL.chats()).hasSize(3);
    }

    @Test
    @DisplayName("一天 20000：两个停在第二次问，还没有结清，第三个的第二次问就放不下")
    void thirdInItsSecondRound() {
        budget.reserve("cao", 1_000_000 - 20_000 - 2000);
        List<String> ends = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            MODEL.next(FIND);
            if (i < 2) {
                MODEL.next(new Reply.Cut("《三体》68.00 元，还有 5 本。", 2));
            }
            ends.add(ask("cao", PRICE).getLast().text());
        }
        String notNow = "助手现在不能回答，请稍后再试。";
        assertThat(ends).containsExactly(notNow, notNow, "今天的额度用完了");
        assertThat(MODEL.chats()).hasSize(2 + 2 + 1);
    }

    private static long atMost(Prompt prompt) {
        return BudgetAdvisor.atMost(ChatClientRequest.builder().prompt(prompt).build());
    }

    @Test
    @DisplayName("提问的上界：每条消息、工具的来回与工具的说明，UTF-8 的每个字节都算进去")
    void atMost() {
        String text = "𠮷😀三体 abc";
        Prompt prompt = new Prompt(List.of(new SystemMessage(text), new UserMessage(text),
                AssistantMessage.builder().content("").toolCalls(List.of(
                        new AssistantMessage.ToolCall("1", "function", "find_books", text))).build(),
                ToolResponseMessage.builder().responses(List.of(
                        new ToolResponseMessage.ToolResponse("1", "find_books", text))).build()));
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        assertThat(atMost(prompt)).isGreaterThanOrEqualTo(4L * bytes).isLessThan(4L * bytes + 300);
        ToolCallback[] tools = ToolCallbacks.from(new StoreTools(shop));
        Prompt withTools = new Prompt(prompt.getInstructions(), OpenAiChatOptions.builder().toolCallbacks(tools).build());
        long described = Stream.of(tools).map(ToolCallback::getToolDefinition)
                .mapToLong(tool -> (tool.name() + tool.description() + tool.inputSchema()).getBytes(StandardCharsets.UTF_8).length)
                .sum();
        assertThat(described).isGreaterThan(200);
        assertThat(atMost(withTools) - atMost(prompt)).isGreaterThanOrEqualTo(described);
    }
}

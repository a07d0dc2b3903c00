package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Assistant.Piece;
import com.example.bookstore.Models;
import com.example.bookstore.StoreTest;
import com.example.bookstore.StoreTools;
import com.example.bookstore.Wish;
import com.example.standin.Reply;
import com.example.standin.StandIn;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.converter.BeanOutputConverter;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Hooks;

@DisplayName("模型的回答靠不住的各种样子")
class BrokenAnswerTests extends StoreTest {

    private static final String PROSE = "好的，这位顾客想要科幻书，预算 100 元。";
    private static final String FENCED = "```json\n{\"topic\":\"科幻\",\"maxYuan\":100}\n```";

    @Autowired
    private VectorStore store;
    @Autowired
    private StoreTools storeTools;

    private static ChatClient client() {
        return Models.client(MODEL);
    }

    /** The type and message of an error, without Jackson's position in the source. */
    private static String message(Throwable error) {
        return error.getClass().getName() + ": " + String.valueOf(error.getMessage()).lines().findFirst().orElse("") + "\n";
    }

    @Test
    @DisplayName("要 JSON，给了一句话：解析失败")
    void notJson() {
        MODEL.next(new Reply.Say(PROSE));
        Throwable error = catchThrowable(() -> client().prompt().user("关于科幻的书").call().entity(Wish.class));
        assertThat(error).isInstanceOf(tools.jackson.core.JacksonException.class);
        Recording.check("not-json.txt", message(error));
    }

    @ParameterizedTest
    @ValueSource(strings = {"```json{\"topic\":\"科幻\"}```", "好的：\n```json\n{\"topic\":\"科幻\"}\n```",
        "```json\n{\"topic\":\"科幻\"}\n```\n还要别的吗", "~~~\n{\"topic\":\"科幻\"}\n~~~"})
    @DisplayName("json 与内容在同一行，前后还有别的字，或者不是反引号：解析不了")
    void fencedOtherwise(String answer) {
        MODEL.next(new Reply.Say(answer));
        Throwable error = catchThrowable(() -> client().prompt().user("关于科幻的书").call().entity(Wish.class));
        assertThat(error).isInstanceOf(tools.jackson.core.JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"```{\"topic\":\"科幻\"}```", "```json\n{\"topic\":\"科幻\"}```", "```\n{\"topic\":\"科幻\"}\n```\n"})
    @DisplayName("整个回答是一个反引号的代码块：没有写 json、挤在一行，也解析得了")
    void fencedTightly(String answer) {
        MODEL.next(new Reply.Say(answer));
        assertThat(client().prompt().user("关于科幻的书").call().entity(Wish.class)).isEqualTo(new Wish("科幻", null));
    }

    @Test
    @DisplayName("包在代码块里的 JSON：转换器认得，validateSchema 不认得，于是多问三次")
    void fencedJson() {
        MODEL.next(new Reply.Say(FENCED));
        assertThat(client().prompt().user("关于科幻的书，100 元").call().entity(Wish.class)).isEqualTo(new Wish("科幻", new BigDecimal(100)));
        int without = MODEL.chats().size();
        MODEL.forget();
        for (int i = 0; i < 4; i++) {
            MODEL.next(new Reply.Say(FENCED));
        }
        Wish wish = client().prompt().user("关于科幻的书，100 元").call()
                .entity(Wish.class, spec -> spec.validateSchema());
        assertThat(wish).isEqualTo(new Wish("科幻", new BigDecimal(100)));
        assertThat(without).isEqualTo(1);
        assertThat(MODEL.chats()).hasSize(4);
        Recording.check("validate-schema.txt", new Table("写法", "问了几次", "结果").row("entity(Wish.class)", without, wish)
                .row("entity(Wish.class, spec -> spec.validateSchema())", MODEL.chats().size(), wish).toString());
    }

    record Demanding(String topic, Integer maxYuan) {
    }

    @Test
    @DisplayName("没有标 @Nullable 的字段，Schema 里都是必填")
    void requiredUnlessNullable() {
        assertThat(new BeanOutputConverter<>(Demanding.class).getJsonSchema()).contains("\"required\" : [ \"maxYuan\", \"topic\" ]");
        assertThat(new BeanOutputConverter<>(Wish.class).getJsonSchema()).contains("\"required\" : [ \"topic\" ]");
    }

    static class PrimitiveTools {

        @Tool(name = "reserve", description = "预留几本")
        String reserve(int quantity) {
            return "预留了 " + quantity;
        }
    }

    @Test
    @DisplayName("少了一个参数，方法要的是 int：整个回答失败")
    void missingArgument() {
        MODEL.next(new Reply.Call("reserve", "{}"));
        Throwable error = catchThrowable(() -> client().prompt().user("预留").tools(new PrimitiveTools()).call().content());
        assertThat(error).isInstanceOf(IllegalArgumentException.class);
        Recording.check("missing-argument.txt", message(error).replaceFirst(" because .*", " …"));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("参数的类型不对：错误作为工具的结果回到模型那里，回答继续，日志里有一条 WARN")
    void wrongType(CapturedOutput output) {
        MODEL.next(new Reply.Call("reserve", "{\"quantity\":\"很多\"}"));
        String answer = client().prompt().user("预留").tools(new PrimitiveTools()).call().content();
        assertThat(answer).isEqualTo("我不知道。");
        assertThat(output.getAll().lines().filter(line -> line.contains(" WARN ") && line.contains("Conversion from JSON failed")))
                .hasSize(1);
        Recording.check("wrong-type.txt", toolResult().lines().findFirst().orElse("") + "\n");
    }

    /** What a tool gave back to the model in the last request. */
    private static String toolResult() {
        return MODEL.chats().getLast().path("messages").valueStream()
                .filter(message -> message.path("role").asString().equals("tool")).findFirst().orElseThrow()
                .path("content").asString();
    }

    @Test
    @DisplayName("换一个 ToolExecutionExceptionProcessor，模型就看不到报错的原文")
    void wrongTypeInOtherWords() {
        MODEL.next(new Reply.Call("reserve", "{\"quantity\":\"很多\"}"));
        ToolCallingAdvisor ownWords = ToolCallingAdvisor.builder().toolCallingManager(DefaultToolCallingManager.builder()
                .toolExecutionExceptionProcessor(error -> "参数不对").build()).build();
        client().prompt().user("预留").tools(new PrimitiveTools()).advisors(ownWords).call().content();
        assertThat(toolResult()).isEqualTo("参数不对");
    }

    /** Without its table the store's tools cannot answer. */
    private void withoutBooks(Runnable asking) {
        jdbc.sql("alter table book rename to book_away").update();
        try {
            asking.run();
        }
        finally {
            jdbc.sql("alter table book_away rename to book").update();
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("工具里抛出异常：消息原样给了模型，里面有 SQL；默认的日志里没有它")
    void toolErrorsGoToTheModel(CapturedOutput output) {
        MODEL.next(new Reply.Call("find_books", "{\"title\":\"三体\"}"));
        MODEL.next(new Reply.Say("好。"));
        withoutBooks(() -> client().prompt().user("三体").tools(storeTools).toolContext(Map.of("customer", "li")).call().content());
        assertThat(toolResult()).contains("select id, title, yuan, stock from book");
        assertThat(output.getAll()).doesNotContain("BadSqlGrammarException", "select id");
        Recording.check("tool-exception.txt", toolResult().lines().findFirst().orElse("").replaceFirst(" order by .*", " …") + "\n");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("书店的工具查不了数据库：日志里有一条 ERROR，模型得到的只是一句话，没有 SQL；参数填错的报错照旧给模型")
    void theStoreLogsToolErrors(CapturedOutput output) {
        withoutBooks(() -> assertThat(answer("《三体》多少钱")).isEqualTo("现在办不了，请稍后再试。"));
        assertThat(toolResult()).isEqualTo("现在办不了，请稍后再试。");
        assertThat(output.getAll().lines().filter(line -> line.contains(" ERROR "))).hasSize(1)
                .allSatisfy(line -> assertThat(line).contains("工具 find_books 出错了"));
        assertThat(output.getAll()).contains("BadSqlGrammarException");

        MODEL.next(new Reply.Call("propose_order", "{\"bookId\":1,\"quantity\":\"很多\"}"));
        MODEL.next(new Reply.Say("好。"));
        assertThat(answer("要 1 本《三体》")).isEqualTo("好。");
        assertThat(toolResult()).contains("Cannot deserialize").contains("很多");
    }

    static class FailingTools {

        @Tool(name = "checked", description = "受检异常")
        String checked() throws IOException {
            throw new IOException("磁盘满了");
        }

        @Tool(name = "error", description = "Error")
        String error() {
            throw new StackOverflowError();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"checked", "error"})
    @DisplayName("工具里抛出受检异常或者 Error：整个回答失败，不再问模型，流也一样")
    void checkedExceptionsEndTheAnswer(String tool) {
        Class<? extends Throwable> root = tool.equals("checked") ? IOException.class : StackOverflowError.class;
        MODEL.next(new Reply.Call(tool, "{}"));
        Throwable error = catchThrowable(() -> client().prompt().user("问").tools(new FailingTools()).call().content());
        assertThat(error).isNotNull().hasRootCauseInstanceOf(root);
        assertThat(MODEL.chats()).hasSize(1);
        MODEL.next(new Reply.Call(tool, "{}"));
        error = catchThrowable(() -> client().prompt().user("问").tools(new FailingTools()).stream().content()
                .blockLast(Duration.ofSeconds(20)));
        assertThat(error).isNotNull().hasRootCauseInstanceOf(root);
        assertThat(MODEL.chats()).hasSize(2);
    }

    record WholeYuan(String topic, Integer maxYuan) {
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("要整数，给了小数：小数悄悄丢掉，没有异常，日志里也没有；BigDecimal 留得住")
    void decimalsAreCut(CapturedOutput output) {
        String json = "{\"topic\":\"小说\",\"maxYuan\":9.95}";
        MODEL.next(new Reply.Say(json));
        assertThat(client().prompt().user("9.95 元").call().entity(WholeYuan.class)).isEqualTo(new WholeYuan("小说", 9));
        MODEL.next(new Reply.Say(json));
        assertThat(client().prompt().user("9.95 元").call().entity(Wish.class))
                .isEqualTo(new Wish("小说", new BigDecimal("9.95")));
        MODEL.next(new Reply.Call("reserve", "{\"quantity\":1.5}"));
        client().prompt().user("预留").tools(new PrimitiveTools()).call().content();
        assertThat(toolResult()).isEqualTo("\"预留了 1\"");
        assertThat(output.getAll()).doesNotContain("Conversion from JSON failed", " ERROR ");
    }

    @Test
    @DisplayName("书店的工具：参数缺了、超了、书不存在，都是一句话，不是异常")
    void theStoreChecksArguments() {
        for (String arguments : List.of("{}", "{\"bookId\":1}", "{\"bookId\":1,\"quantity\":0}", "{\"bookId\":1,\"quantity\":99}",
                "{\"bookId\":77,\"quantity\":1}")) {
            MODEL.forget();
            MODEL.next(new Reply.Call("propose_order", arguments));
            MODEL.next(new Reply.Say("好。"));
            assertThat(answer("要 1 本《三体》")).as(arguments).isEqualTo("好。");
            assertThat(MODEL.chats().getLast().toString()).as(arguments).contains("参数不对");
        }
        assertThat(shop.proposals("li")).isEmpty();
    }

    @Test
    @DisplayName("叫了一个没有的工具：整个回答失败")
    void unknownTool() {
        MODEL.next(new Reply.Call("delete_all_orders", "{}"));
        Throwable error = catchThrowable(() -> client().prompt().user("删").tools(new PrimitiveTools()).call().content());
        assertThat(error).isInstanceOf(IllegalStateException.class);
        Recording.check("unknown-tool.txt", message(error));
    }

    @Test
    @DisplayName("一直要求调用工具：到了上限就停，不会一直付钱")
    void toolLimit() {
        for (int i = 0; i < 20; i++) {
            MODEL.next(new Reply.Call("find_books", "{\"title\":\"三体\"}"));
        }
        List<Piece> pieces = ask("li", "《三体》");
        assertThat(MODEL.chats()).hasSize(7);
        assertThat(pieces).containsExactly(new Piece("error", "回答没有说完，请再问一次。"));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("流断了、服务在流里报错：流以错误结束，顾客看到“不能回答”，日志里有最里面的种类，不是状态码 200")
    void cut(CapturedOutput output) {
        MODEL.next(new Reply.Cut("书里这样写：连接池耗尽的时候先看谁没有还。", 3));
        Throwable error = catchThrowable(() -> client().prompt().user("问").stream().content().collectList()
                .block(Duration.ofSeconds(20)));
        assertThat(error).isNotNull();
        MODEL.next(new Reply.Cut("书里这样写：连接池耗尽的时候先看谁没有还。", 3));
        List<Piece> pieces = ask("li", "问");
        assertThat(pieces.getLast()).isEqualTo(new Piece("error", "助手现在不能回答，请稍后再试。"));
        assertThat(words(pieces)).isEqualTo("书里这样写：连接池耗尽的");
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        assertThat(output.getAll()).contains("回答失败：" + root.getClass().getSimpleName());
        Recording.check("cut.txt", root.getClass().getName() + "\n");

        MODEL.next(new Reply.ErrorEvent("书里这样写：连接池耗尽的时候先看谁没有还。", 2, "bad key sk-test-4711-secret"));
        pieces = ask("li", "问");
        assertThat(words(pieces)).isEqualTo("书里这样写：连接");
        assertThat(pieces.getLast()).isEqualTo(new Piece("error", "助手现在不能回答，请稍后再试。"));
        assertThat(output.getAll()).contains("回答失败：SseException").doesNotContain("HTTP 200").doesNotContain("sk-test-4711-secret");
    }

    @Test
    @DisplayName("流正常结束，话没有说完：没有异常，只少了一个结束原因")
    void endsEarly() {
        MODEL.next(new Reply.EndEarly("书里这样写：连接池耗尽的时候先看谁没有还。", 3));
        List<String> silent = client().prompt().user("问").stream().content().collectList().block(Duration.ofSeconds(20));
        assertThat(String.join("", silent)).isEqualTo("书里这样写：连接池耗尽的");
        MODEL.next(new Reply.EndEarly("书里这样写：连接池耗尽的时候先看谁没有还。", 3));
        List<Piece> pieces = ask("li", "问");
        assertThat(pieces.getLast()).isEqualTo(new Piece("error", "回答没有说完，请再问一次。"));
        Recording.check("half-answer.txt", "只用 stream().content()：" + String.join("", silent) + "\n书店的助手：" + words(pieces)
                + "【" + pieces.getLast().text() + "】\n");
    }

    @Test
    @DisplayName("到了 max-completion-tokens，结束的原因是 LENGTH，也是没有说完")
    void length() {
        MODEL.next(new Reply.Say("很长".repeat(1200)));
        List<Piece> pieces = ask("li", "问");
        assertThat(words(pieces)).isEqualTo("很长".repeat(1000));
        assertThat(pieces.getLast()).isEqualTo(new Piece("error", "回答没有说完，请再问一次。"));

        MODEL.next(new Reply.Say("很长"));
        assertThat(reasons(Models.options(MODEL).maxCompletionTokens(1))).containsExactly("LENGTH");
        MODEL.next(new Reply.Say("很长"));
        assertThat(reasons(Models.options(MODEL).maxCompletionTokens(2))).containsExactly("STOP");
    }

    /** The reasons that a stream gives for its end. */
    private static List<String> reasons(OpenAiChatOptions.Builder options) {
        return ChatClient.create(Models.model(options)).prompt().user("问").stream().chatResponse()
                .mapNotNull(ChatResponse::getResult).mapNotNull(result -> result.getMetadata().getFinishReason())
                .filter(reason -> !reason.isEmpty()).collectList().block(Duration.ofSeconds(20));
    }

    @Test
    @DisplayName("断掉的回答不进记忆，问题却进去了；静静停下的，半句话也进去了")
    void memoryAfterACut() {
        MODEL.next(new Reply.Cut("书里这样写：连接池", 2));
        ask("li", "第一个问题");
        assertThat(memory.get("li")).extracting(Message::getText).containsExactly("第一个问题");
        MODEL.next(new Reply.EndEarly("书里这样写：连接池", 2));
        ask("wang", "第一个问题");
        assertThat(memory.get("wang")).extracting(Message::getText).containsExactly("第一个问题", "书里这样写：连接");
        ask("li", "第二个问题");
        List<String> roles = MODEL.chats().getLast().path("messages").valueStream()
                .map(message -> message.path("role").asString()).toList();
        assertThat(roles).containsExactly("system", "user", "user");
    }

    @Test
    @DisplayName("超时再重试：顾客什么也没有得到，两次都算了钱")
    void timeoutCostsTwice() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        MODEL.next(new Reply.Late("答案。", release));
        MODEL.next(new Reply.Late("答案。", release));
        OpenAiChatOptions.Builder options = Models.options(MODEL).timeout(Duration.ofSeconds(1)).maxRetries(1);
        Throwable error = catchThrowable(() -> ChatClient.create(Models.model(options)).prompt().user("问").call().content());
        assertThat(error).isNotNull();
        assertThat(MODEL.chats()).hasSize(2);
        release.countDown();
        assertThat(MODEL.awaitBilled(8, Duration.ofSeconds(10))).isTrue();
        Recording.check("timeout.txt", message(error) + "服务收到 " + MODEL.chats().size() + " 次请求，计了 " + MODEL.billed()
                + " 个 token；问一次是 4 个：提问 1 个，回答 3 个\n");
        assertThat(MODEL.billed()).isEqualTo(8);
    }

    @Test
    @DisplayName("超时管的是整个流：一块一块一直在来，到时候也断")
    void timeoutCoversTheStream() {
        OpenAiChatOptions.Builder options = Models.options(MODEL).timeout(Duration.ofSeconds(1));
        List<String> got = new java.util.concurrent.CopyOnWriteArrayList<>();
        MODEL.pace(Duration.ofMillis(100));
        Throwable error;
        try {
            MODEL.next(new Reply.Say("很长的一段话，".repeat(20)));
            error = catchThrowable(() -> ChatClient.create(Models.model(options)).prompt().user("问").stream().content()
                    .doOnNext(got::add).blockLast(Duration.ofSeconds(20)));
        }
        finally {
            MODEL.pace(Duration.ZERO);
        }
        assertThat(error).isNotNull();
        assertThat(got).hasSizeBetween(3, 20);
    }

    @Test
    @DisplayName("默认的超时是 60 秒，重试 3 次")
    void defaults() {
        assertThat(org.springframework.ai.model.openai.autoconfigure.AbstractOpenAiProperties.DEFAULT_TIMEOUT)
                .isEqualTo(Duration.ofSeconds(60));
        assertThat(org.springframework.ai.model.openai.autoconfigure.AbstractOpenAiProperties.DEFAULT_MAX_RETRIES).isEqualTo(3);
        OpenAiChatOptions options = OpenAiChatOptions.builder().model("stand-in").build();
        assertThat(options.getTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.getMaxRetries()).isEqualTo(3);
    }

    @Test
    @DisplayName("检索放在工具循环里面：每一轮工具都再检索一次")
    void retrievalInsideTheLoop() {
        int[] embeddings = new int[2];
        QuestionAnswerAdvisor[] advisors = {QuestionAnswerAdvisor.builder(store).build(),
            QuestionAnswerAdvisor.builder(store).order(ToolCallingAdvisor.DEFAULT_ORDER - 50).build()};
        assertThat(advisors[0].getOrder()).isZero();
        for (int i = 0; i < 2; i++) {
            MODEL.forget();
            MODEL.next(new Reply.Call("reserve", "{\"quantity\":1}"));
            MODEL.next(new Reply.Call("reserve", "{\"quantity\":1}"));
            client().prompt().user("预留").tools(new PrimitiveTools())
                    .advisors(advisors[i]).call().content();
            assertThat(MODEL.chats()).hasSize(3);
            embeddings[i] = MODEL.embeddings();
        }
        Recording.check("loop.txt", new Table("检索的 order", "问模型", "检索").row("0（默认）", 3, embeddings[0])
                .row("ToolCallingAdvisor.DEFAULT_ORDER - 50", 3, embeddings[1]).toString());
        assertThat(embeddings).containsExactly(3, 1);
    }

    static class WhoTools {

        private String seen = "没有调用";

        @Tool(name = "who", description = "谁在问")
        String who() {
            seen = SecurityContextHolder.getContext().getAuthentication() == null ? "没有人" : "有人";
            return seen;
        }
    }

    @Test
    @DisplayName("流式回答里，工具在别的线程运行，SecurityContextHolder 是空的；打开上下文传递，就有了")
    void toolsRunOnAnotherThread() {
        SecurityContextHolder.getContext().setAuthentication(new org.springframework.security.authentication
                .TestingAuthenticationToken("li", "x", "CUSTOMER"));
        try {
            WhoTools called = new WhoTools();
            MODEL.next(new Reply.Call("who", "{}"));
            client().prompt().user("谁").tools(called).call().content();
            WhoTools streamed = new WhoTools();
            MODEL.next(new Reply.Call("who", "{}"));
            client().prompt().user("谁").tools(streamed).stream().content().blockLast(Duration.ofSeconds(20));
            Recording.check("who.txt", new Table("写法", "工具里的 SecurityContextHolder")
                    .row("call()", called.seen).row("stream()", streamed.seen).toString());
            assertThat(streamed.seen).isEqualTo("没有人");
            Hooks.enableAutomaticContextPropagation();
            MODEL.next(new Reply.Call("who", "{}"));
            client().prompt().user("谁").tools(streamed).stream().content().blockLast(Duration.ofSeconds(20));
            assertThat(streamed.seen).isEqualTo("有人");
        }
        finally {
            Hooks.disableAutomaticContextPropagation();
            SecurityContextHolder.clearContext();
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("日志开到 DEBUG，密钥也不在里面；服务把密钥写进报错，书店的日志里仍然没有")
    void secretsStayOutOfLogs(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        List<String> loggers = List.of("org.springframework.ai", "com.openai", "okhttp3", "com.example");
        loggers.forEach(name -> logging.setLogLevel(name, LogLevel.DEBUG));
        try {
            answer("我的电话是 13800138000，《三体》还有货吗");
            MODEL.next(new Reply.Status(401, "Incorrect API key provided: sk-test-4711-secret."));
            assertThat(ask("li", "问").getLast().text()).isEqualTo("助手现在不能回答，请稍后再试。");
        }
        finally {
            loggers.forEach(name -> logging.setLogLevel(name, null));
        }
        assertThat(output.getAll()).contains("回答失败：HTTP 401").doesNotContain("sk-test-4711-secret").doesNotContain("13800138000");
        assertThat(MODEL.authorizations()).contains("Bearer sk-test-4711-secret");
    }

    @Test
    @DisplayName("异常的消息里有服务说的原话：直接写进日志，密钥就进去了")
    void theMessageHoldsTheKey() {
        MODEL.next(new Reply.Status(401, "Incorrect API key provided: sk-test-4711-secret."));
        Throwable error = catchThrowable(() -> client().prompt().user("问").call().content());
        assertThat(error).hasMessageContaining("sk-test-4711-secret");
        Recording.check("unauthorized.txt", message(error));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("流失败一次，Spring AI 自己就以 ERROR 把服务的原话写进日志")
    void theFrameworkLogsTheKey(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        String logger = "org.springframework.ai.chat.model.MessageAggregator";
        logging.setLogLevel(logger, LogLevel.INFO);
        try {
            MODEL.next(new Reply.Status(401, "Incorrect API key provided: sk-test-4711-secret."));
            ask("li", "问");
        }
        finally {
            logging.setLogLevel(logger, LogLevel.OFF);
        }
        List<String> lines = output.getAll().lines().toList();
        assertThat(lines.stream().filter(line -> line.contains("Aggregation Error"))).isNotEmpty();
        Recording.check("logged-key.txt", lines.stream().filter(line -> line.contains("Aggregation Error")
                || line.contains("sk-test-4711-secret")).limit(2)
                .map(line -> line.replaceFirst("\\[[^\\]]*\\] o\\.s\\.", "[…] o.s.")).collect(java.util.stream.Collectors.joining("\n")));
    }

    @Test
    @DisplayName("服务拒绝：顾客看到一句话")
    void refused() {
        MODEL.next(new Reply.Status(400, "bad"));
        assertThatThrownBy(() -> client().prompt().user("问").call().content()).isInstanceOf(RuntimeException.class);
        MODEL.next(new Reply.Status(403, "no"));
        assertThat(ask("li", "问").getLast()).isEqualTo(new Piece("error", "助手现在不能回答，请稍后再试。"));
    }
}

package com.example.standin;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * 一台说 OpenAI 协议的本机服务器：对话、流式、工具调用、嵌入。回答由 {@link Rules} 决定，每次都一样。
 * 一个字算一个 token。线程安全；关闭时断开所有连接。
 */
public final class StandIn implements AutoCloseable {

    static {
        // 头与身体分两次写；不打开它，每个请求要白等对方四十毫秒才确认
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final int CHUNK = 4;

    private final JsonMapper json = new JsonMapper();
    private final Rules rules = new Rules();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Reply> scripted = new ConcurrentLinkedQueue<>();
    private final List<JsonNode> chats = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final AtomicInteger embeddings = new AtomicInteger();
    private final Set<String> embeddingModels = ConcurrentHashMap.newKeySet();
    private final AtomicLong billed = new AtomicLong();
    private volatile Duration pace = Duration.ZERO;

    private StandIn(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", exchange -> answer(exchange, this::chat));
        server.createContext("/v1/embeddings", exchange -> answer(exchange, this::embed));
        server.start();
    }

    /** 在本机的一个空闲端口上启动。 */
    public static StandIn start() {
        try {
            return new StandIn(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** 流式回答时两块之间停多久，让人看得出是一块一块来的。 */
    public StandIn pace(Duration pause) {
        this.pace = pause;
        return this;
    }

    /** 下一次对话请求不按规矩，照这个回答；排队，一次用掉一个。 */
    public void next(Reply reply) {
        scripted.add(reply);
    }

    /** 收到过的对话请求，先到的在前。 */
    public List<JsonNode> chats() {
        return List.copyOf(chats);
    }

    /** 收到过的 Authorization 头。 */
    public List<String> authorizations() {
        return List.copyOf(authorizations);
    }

    /** 收到过几次嵌入请求。 */
    public int embeddings() {
        return embeddings.get();
    }

    /** 嵌入请求里写过哪些模型。 */
    public Set<String> embeddingModels() {
        return Set.copyOf(embeddingModels);
    }

    /** 算完的 token 一共多少；没有人等的答案也算。 */
    public long billed() {
        return billed.get();
    }

    /** 等到至少计了这么多 token；到时候还没有，就是假。 */
    public boolean awaitBilled(long tokens, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        synchronized (billed) {
            for (long left; billed.get() < tokens; billed.wait(Math.max(1, left / 1_000_000))) {
                left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
            }
        }
        return true;
    }

    public void forget() {
        scripted.clear();
        chats.clear();
        authorizations.clear();
        embeddings.set(0);
        embeddingModels.clear();
        billed.set(0);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private interface Handler {
        void handle(HttpExchange exchange, JsonNode request) throws IOException;
    }

    private void answer(HttpExchange exchange, Handler handler) throws IOException {
        JsonNode request = read(exchange.getRequestBody().readAllBytes());
        authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        if (request.isObject()) {
            handler.handle(exchange, request);
        }
        else {
            send(exchange, 400, error("请求体不是一个 JSON 对象，看不懂：按 OpenAI 的协议写"));
        }
        exchange.close();
    }

    private JsonNode read(byte[] body) {
        try {
            return json.readTree(body);
        }
        catch (JacksonException ex) {
            return json.missingNode();
        }
    }

    private void embed(HttpExchange exchange, JsonNode request) throws IOException {
        embeddings.incrementAndGet();
        embeddingModels.add(model(request));
        List<String> inputs = new ArrayList<>();
        if (request.path("input").isString()) {
            inputs.add(request.path("input").asString());
        }
        request.path("input").forEach(one -> inputs.add(one.asString()));
        boolean base64 = request.path("encoding_format").asString("").equals("base64");
        List<Object> data = new ArrayList<>();
        int tokens = 0;
        for (String input : inputs) {
            float[] vector = Bigrams.embed(input);
            tokens += Rules.tokens(input);
            data.add(Map.of("object", "embedding", "index", data.size(), "embedding", base64 ? encode(vector) : vector));
        }
        send(exchange, 200, Map.of("object", "list", "model", request.path("model").asString("stand-in"), "data", data,
                "usage", Map.of("prompt_tokens", tokens, "total_tokens", tokens)));
    }

    private static String encode(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : vector) {
            bytes.putFloat(value);
        }
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    private void chat(HttpExchange exchange, JsonNode request) throws IOException {
        if (request.path("messages").isEmpty()) {
            send(exchange, 400, error("messages 里一句话也没有：至少写一条"));
            return;
        }
        chats.add(request);
        Reply next = scripted.poll();
        Reply reply = next != null ? next : rules.reply(request);
        boolean stream = request.path("stream").asBoolean(false);
        switch (reply) {
            case Reply.Say say -> speak(exchange, request, stream, say.text());
            case Reply.Call call -> call(exchange, request, stream, call);
            case Reply.Status status -> send(exchange, status.code(), error(status.message()));
            case Reply.Late late -> {
                await(late);
                bill(request, late.text());
                speakUnbilled(exchange, request, stream, late.text());
            }
            case Reply.Cut cut -> {
                part(exchange, request, cut.text(), cut.chunks());
                // 抛出异常，服务器就直接关掉连接，不写表示结束的那一块
                throw new IOException("cut on purpose");
            }
            case Reply.EndEarly early -> part(exchange, request, early.text(), early.chunks()).close();
            case Reply.ErrorEvent failed -> {
                try (OutputStream out = part(exchange, request, failed.text(), failed.chunks())) {
                    event(out, error(failed.message()));
                }
            }
        }
    }

    private static void await(Reply.Late late) {
        try {
            late.release().await(30, TimeUnit.SECONDS);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, Object> bill(JsonNode request, String text) {
        int prompt = 0;
        for (JsonNode message : request.path("messages")) {
            prompt += Rules.tokens(Rules.text(message.path("content")));
        }
        int completion = Rules.tokens(text);
        synchronized (billed) {
            billed.addAndGet(prompt + completion);
            billed.notifyAll();
        }
        return usage(prompt, completion);
    }

    private static Map<String, Object> usage(int prompt, int completion) {
        return Map.of("prompt_tokens", prompt, "completion_tokens", completion, "total_tokens", prompt + completion);
    }

    private void speak(HttpExchange exchange, JsonNode request, boolean stream, String text) throws IOException {
        String within = text;
        String reason = "stop";
        int limit = request.path("max_completion_tokens")
                .asInt(request.path("max_tokens").asInt(Integer.MAX_VALUE));
        if (Rules.tokens(text) > limit) {
            within = text.substring(0, text.offsetByCodePoints(0, Math.min(limit, text.codePointCount(0, text.length()))));
            reason = "length";
        }
        Map<String, Object> usage = bill(request, within);
        speak(exchange, request, stream, within, reason, usage);
    }

    private void speakUnbilled(HttpExchange exchange, JsonNode request, boolean stream, String text) throws IOException {
        speak(exchange, request, stream, text, "stop", usage(0, Rules.tokens(text)));
    }

    private void speak(HttpExchange exchange, JsonNode request, boolean stream, String text, String reason,
            Map<String, Object> usage) throws IOException {
        if (!stream) {
            send(exchange, 200, Map.of("id", "chat-1", "object", "chat.completion", "created", 1, "model", model(request),
                    "choices", List.of(Map.of("index", 0, "finish_reason", reason,
                            "message", Map.of("role", "assistant", "content", text))), "usage", usage));
            return;
        }
        try (OutputStream out = open(exchange)) {
            for (String chunk : Rules.chunks(text, CHUNK)) {
                event(out, chunk(request, Map.of("role", "assistant", "content", chunk), null));
                pause();
            }
            event(out, chunk(request, Map.of(), reason));
            usage(out, request, usage);
            done(out);
        }
    }

    private void call(HttpExchange exchange, JsonNode request, boolean stream, Reply.Call call) throws IOException {
        Map<String, Object> usage = bill(request, call.arguments());
        Map<String, Object> toolCall = Map.of("index", 0, "id", "call-" + chats.size(), "type", "function",
                "function", Map.of("name", call.tool(), "arguments", call.arguments()));
        if (!stream) {
            send(exchange, 200, Map.of("id", "chat-1", "object", "chat.completion", "created", 1, "model", model(request),
                    "choices", List.of(Map.of("index", 0, "finish_reason", "tool_calls", "message",
                            Map.of("role", "assistant", "tool_calls", List.of(toolCall)))), "usage", usage));
            return;
        }
        try (OutputStream out = open(exchange)) {
            event(out, chunk(request, Map.of("role", "assistant", "tool_calls", List.of(toolCall)), null));
            event(out, chunk(request, Map.of(), "tool_calls"));
            usage(out, request, usage);
            done(out);
        }
    }

    private static Map<String, Object> error(String message) {
        return Map.of("error", Map.of("message", message, "type", "stand_in", "code", "stand_in"));
    }

    private OutputStream part(HttpExchange exchange, JsonNode request, String text, int chunks) throws IOException {
        bill(request, text);
        OutputStream out = open(exchange);
        for (String chunk : Rules.chunks(text, CHUNK).subList(0, chunks)) {
            event(out, chunk(request, Map.of("role", "assistant", "content", chunk), null));
        }
        return out;
    }

    private static String model(JsonNode request) {
        return request.path("model").asString("stand-in");
    }

    private static Map<String, Object> chunk(JsonNode request, Map<String, Object> delta, String reason) {
        Map<String, Object> choice = new HashMap<>(Map.of("index", 0, "delta", delta));
        choice.put("finish_reason", reason);
        return Map.of("id", "chat-1", "object", "chat.completion.chunk", "created", 1, "model", model(request),
                "choices", List.of(choice));
    }

    private void usage(OutputStream out, JsonNode request, Map<String, Object> usage) throws IOException {
        if (request.path("stream_options").path("include_usage").asBoolean(false)) {
            event(out, Map.of("id", "chat-1", "object", "chat.completion.chunk", "created", 1, "model", model(request),
                    "choices", List.of(), "usage", usage));
        }
    }

    private static OutputStream open(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    private void event(OutputStream out, Object data) throws IOException {
        out.write(("data: " + json.writeValueAsString(data) + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void done(OutputStream out) throws IOException {
        out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private void pause() {
        if (!pace.isZero()) {
            try {
                Thread.sleep(pace);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void send(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] bytes = json.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

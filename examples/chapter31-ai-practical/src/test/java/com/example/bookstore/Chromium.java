package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.RunningProgram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with one page, driven over its DevTools protocol; nothing is downloaded. */
final class Chromium implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final JsonMapper json = new JsonMapper();
    private final RunningProgram program;
    private final ProgramFolder folder;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    /** Addresses that the page asked for. */
    final List<String> requested = new CopyOnWriteArrayList<>();

    private Chromium(RunningProgram program, ProgramFolder folder, URI page) {
        this.program = program;
        this.folder = folder;
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Messages()).join();
        send("Page.enable", Map.of());
        send("Network.enable", Map.of());
    }

    static Chromium start() {
        Path program = List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome").stream()
                .map(Path::of).filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> Missing.part("没有找到 Chromium（Debian 的 chromium）：请安装它"));
        ProgramFolder folder = ProgramFolder.create("chromium-");
        RunningProgram running = RunningProgram.start(List.of(program.toString(), "--headless", "--no-sandbox",
                "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-port=0",
                "--user-data-dir=" + folder.path(), "about:blank"), folder.path(), Map.of());
        running.await("DevTools listening on");
        String listening = running.output().lines().filter(line -> line.contains("DevTools listening on")).findFirst().orElseThrow();
        int port = URI.create(listening.substring(listening.indexOf("ws://"))).getPort();
        return new Chromium(running, folder, page(port));
    }

    private static URI page(int port) {
        try {
            var client = HttpClient.newHttpClient();
            for (long end = System.nanoTime() + LIMIT.toNanos(); System.nanoTime() < end; Thread.onSpinWait()) {
                String list = client.send(java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json")).build(),
                        java.net.http.HttpResponse.BodyHandlers.ofString()).body();
                for (JsonNode target : new JsonMapper().readTree(list)) {
                    if (target.path("type").asString().equals("page")) {
                        return URI.create(target.path("webSocketDebuggerUrl").asString());
                    }
                }
            }
            throw new IllegalStateException("Chromium has no page");
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonNode message = json.readTree(text.toString());
                text.setLength(0);
                if (message.has("id")) {
                    waiting.remove(message.path("id").asInt()).complete(message);
                }
                else if (message.path("method").asString().equals("Network.requestWillBeSent")) {
                    requested.add(message.path("params").path("request").path("url").asString());
                }
            }
            socket.request(1);
            return null;
        }
    }

    private synchronized JsonNode send(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(json.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true).join();
        JsonNode message = answer.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
        if (message.has("error")) {
            throw new IllegalStateException(message.path("error").toString());
        }
        return message.path("result");
    }

    void size(int width, int height) {
        send("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", height, "deviceScaleFactor", 1,
                "mobile", width < 500));
    }

    void open(String address) {
        // The page that is being left stays complete until the new one is there.
        evaluate("window.left = true");
        send("Page.navigate", Map.of("url", address));
        await("!window.left && document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /** The value of an expression in the page; a promise is waited for. */
    JsonNode evaluate(String expression) {
        JsonNode result = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.path("exceptionDetails").toString());
        }
        return result.path("result").path("value");
    }

    /** Waits until an expression is true; a page that is being replaced counts as not yet. */
    void await(String expression) {
        for (long end = System.nanoTime() + LIMIT.toNanos(); System.nanoTime() < end; Thread.onSpinWait()) {
            try {
                if (evaluate("Boolean(" + expression + ")").asBoolean(false)) {
                    return;
                }
            }
            catch (IllegalStateException replaced) {
                // The page was left while we asked.
            }
        }
        throw new AssertionError("没有等到 " + expression + "，页面是：" + evaluate("document.body.innerText").asString());
    }

    void type(String selector, String text) {
        evaluate("(() => { const e = document.querySelector('%s'); e.focus(); e.value = %s; e.dispatchEvent(new Event('input', {bubbles: true})); })()"
                .formatted(selector, json.writeValueAsString(text)));
    }

    /** A click on an element that nothing covers. */
    void click(String selector) {
        boolean reachable = evaluate("""
                (() => { const e = document.querySelector('%s'); e.scrollIntoView({block: 'center'});
                const r = e.getBoundingClientRect();
                const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
                if (e !== top && !e.contains(top)) return false; e.click(); return true; })()""".formatted(selector)).asBoolean();
        if (!reachable) {
            throw new AssertionError("点不到 " + selector);
        }
    }

    void forgetCookies() {
        // What the page being left still asks for would bring a session of its own.
        send("Page.navigate", Map.of("url", "about:blank"));
        await("location.href === 'about:blank'");
        send("Network.clearBrowserCookies", Map.of());
    }

    byte[] screenshot() {
        return java.util.Base64.getDecoder().decode(send("Page.captureScreenshot", Map.of("format", "png")).path("data").asString());
    }

    @Override
    public void close() {
        socket.abort();
        program.close();
        folder.close();
    }
}

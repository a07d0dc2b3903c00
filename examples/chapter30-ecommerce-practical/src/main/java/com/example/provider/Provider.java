package com.example.provider;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * 假的支付方，自己一个进程，账记在内存里。它会迟到、重复、颠倒顺序、少收钱、通知丢失，还会通知一笔没有的钱。
 * 参数：端口、签名密钥。
 */
public final class Provider {

    private static final Duration RETRY = Duration.ofMillis(300);
    private static final int MOST_TRIES = 200;
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\"\\s*:\\s*(?:\"([^\"]*)\"|([^,}\\s]+))");

    private record Charge(long order, BigDecimal amount, URI callback, URI back) {
    }

    private record Paid(String payment, long order, BigDecimal amount, boolean refunded) {

        String json() {
            return "{\"payment\":\"%s\",\"order\":%d,\"amount\":%s,\"refunded\":%b}"
                    .formatted(payment, order, amount, refunded);
        }
    }

    private final int port;
    private final SecretKeySpec key;
    private final Map<Long, Charge> charges = new TreeMap<>();
    private final Map<String, Paid> statement = new TreeMap<>();
    private final CountDownLatch late = new CountDownLatch(1);
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(4, daemon());
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2)).build();

    private Provider(int port, String secret) {
        this.port = port;
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    }

    private static java.util.concurrent.ThreadFactory daemon() {
        return Thread.ofPlatform().daemon().factory();
    }

    public static void main(String[] args) throws IOException {
        Provider provider = new Provider(Integer.parseInt(args[0]), args[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", provider.port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                provider.handleOrRefuse(exchange);
            }
        });
        server.start();
        System.out.println("支付方在 http://127.0.0.1:" + provider.port);
    }

    private void handleOrRefuse(HttpExchange exchange) throws IOException {
        try {
            handle(exchange);
        }
        catch (RuntimeException ex) {
            ex.printStackTrace();
            answer(exchange, 400, "text/plain", ex.toString());
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String call = exchange.getRequestMethod() + " " + path.replaceAll("\\d+", "N");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        switch (call) {
            case "POST /charges" -> answer(exchange, 200, "application/json", charge(fields(body)));
            case "GET /pay/N" -> answer(exchange, 200, "text/html", page(charges(order(path))));
            case "POST /pay/N" -> {
                Charge charge = charges(order(path));
                pay(charge, body.contains("how=") ? body.replaceAll(".*how=(\\w+).*", "$1") : "normal");
                exchange.getResponseHeaders().set("Location", charge.back().toString());
                answer(exchange, 303, "text/plain", "");
            }
            case "POST /refunds" -> answer(exchange, 200, "application/json", refund(fields(body).get("payment")));
            case "POST /late" -> {
                late.countDown();
                answer(exchange, 200, "text/plain", "ok");
            }
            case "GET /statement" -> answer(exchange, 200, "application/json", statement());
            default -> answer(exchange, 404, "text/plain", "没有 " + path);
        }
    }

    private static long order(String path) {
        return Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
    }

    private static Map<String, String> fields(String json) {
        Map<String, String> fields = new TreeMap<>();
        for (Matcher found = FIELD.matcher(json); found.find();) {
            fields.put(found.group(1), found.group(2) == null ? found.group(3) : found.group(2));
        }
        return fields;
    }

    private synchronized Charge charges(long order) {
        Charge charge = charges.get(order);
        if (charge == null) {
            throw new IllegalArgumentException("没有订单 " + order + " 的付款单");
        }
        return charge;
    }

    private synchronized String charge(Map<String, String> fields) {
        long order = Long.parseLong(fields.get("order"));
        charges.putIfAbsent(order, new Charge(order, new BigDecimal(fields.get("amount")),
                URI.create(fields.get("callback")), URI.create(fields.get("back"))));
        return "{\"url\":\"http://127.0.0.1:%d/pay/%d\"}".formatted(port, order);
    }

    private synchronized String refund(String payment) {
        Paid paid = statement.get(payment);
        if (paid == null) {
            throw new IllegalArgumentException("没有这笔钱 " + payment);
        }
        statement.put(payment, new Paid(payment, paid.order(), paid.amount(), true));
        return statement.get(payment).json();
    }

    private synchronized String statement() {
        return statement.values().stream().map(Paid::json).collect(Collectors.joining(",", "[", "]"));
    }

    /** 顾客按了“付款”。怎样通知书店，由 {@code how} 决定。 */
    private synchronized void pay(Charge charge, String how) {
        String id = "pay-" + charge.order();
        BigDecimal amount = how.startsWith("cheap") ? new BigDecimal("0.01") : charge.amount();
        if (!how.equals("ghost") && statement.putIfAbsent(id,
                new Paid(id, charge.order(), amount, how.equals("reorder"))) != null) {
            return; // 付过了
        }
        String paid = notice(id, charge, amount, "PAID");
        switch (how) {
            case "normal", "cheap", "ghost" -> send(charge, List.of(paid));
            case "double" -> {
                send(charge, List.of(paid));
                send(charge, List.of(paid));
            }
            case "late" -> clock.execute(() -> {
                waitUntilTold();
                send(charge, List.of(paid));
            });
            case "reorder" ->
                send(charge, List.of(notice(id, charge, amount, "REFUNDED"), paid));
            case "lost", "cheapLost" -> System.out.println("通知丢了：" + id);
            default -> throw new IllegalArgumentException("不认识的付法 " + how);
        }
    }

    private void waitUntilTold() {
        try {
            late.await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static String notice(String id, Charge charge, BigDecimal amount, String type) {
        return "{\"payment\":\"%s\",\"order\":%d,\"amount\":%s,\"type\":\"%s\"}"
                .formatted(id, charge.order(), amount, type);
    }

    /** 一条接一条；没有得到 200，隔一会儿再发同一条。 */
    private void send(Charge charge, List<String> notices) {
        clock.execute(() -> attempt(charge, notices, 1));
    }

    private void attempt(Charge charge, List<String> notices, int number) {
        if (delivered(charge, notices.getFirst())) {
            if (notices.size() > 1) {
                attempt(charge, notices.subList(1, notices.size()), 1);
            }
        }
        else if (number < MOST_TRIES) {
            clock.schedule(() -> attempt(charge, notices, number + 1), RETRY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private boolean delivered(Charge charge, String notice) {
        try {
            HttpResponse<String> response = client.send(HttpRequest.newBuilder(charge.callback())
                    .timeout(Duration.ofSeconds(20)).header("Content-Type", "application/json")
                    .header("X-Signature", signature(notice))
                    .POST(HttpRequest.BodyPublishers.ofString(notice)).build(), HttpResponse.BodyHandlers.ofString());
            System.out.println("通知 " + notice + " -> " + response.statusCode());
            return response.statusCode() == 200;
        }
        catch (IOException ex) {
            System.out.println("通知 " + notice + " -> " + ex);
            return false;
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String signature(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        }
        catch (GeneralSecurityException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static String page(Charge charge) {
        return """
                <!DOCTYPE html>
                <html lang="zh-CN"><head><meta charset="utf-8"><title>付款</title>
                <link rel="icon" href="data:,">
                <meta name="viewport" content="width=device-width, initial-scale=1"></head>
                <body><main><h1>付款</h1><p>订单 %d，%s 元</p>
                <form method="post"><button>确认付款</button></form></main></body></html>
                """.formatted(charge.order(), charge.amount());
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

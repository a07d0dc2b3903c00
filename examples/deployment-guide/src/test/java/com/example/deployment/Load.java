package com.example.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * 十六个客户端不停地经过 Nginx 发请求，一半 GET，一半 POST。每个请求一条新连接，不重试：
 * 失败一次就记一次。
 */
final class Load implements AutoCloseable {

    private static final int CLIENTS = 16;

    private final SSLContext tls;
    private final int port;
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final Map<String, AtomicInteger> outcomes = new ConcurrentHashMap<>();
    private volatile boolean running = true;

    /** 开始发。 */
    Load(Nginx nginx) {
        tls = trusting(nginx.prefix().resolve("fullchain.pem"));
        port = nginx.httpsPort();
        for (int i = 0; i < CLIENTS; i++) {
            boolean get = i % 2 == 0;
            clients.submit(() -> keepSending(get));
        }
    }

    /** 到此刻收到的成功响应，GET 与 POST 各有多少，取少的。 */
    int successes() {
        return Math.min(count("GET 200"), count("POST 200"));
    }

    private int count(String outcome) {
        return outcomes.containsKey(outcome) ? outcomes.get(outcome).get() : 0;
    }

    /** 停下，等在途的都有结果；得到失败的种类与次数，例如 {@code POST 502}。 */
    Map<String, Integer> failures() {
        close();
        Map<String, Integer> failures = new TreeMap<>();
        outcomes.forEach((outcome, times) -> {
            if (!outcome.endsWith(" 200")) {
                failures.put(outcome, times.get());
            }
        });
        return failures;
    }

    private void keepSending(boolean get) {
        String request = get ? "GET /reports/stock?seconds=0.05" : "POST /orders?seconds=0.5";
        while (running) {
            String outcome;
            try (Wire wire = new Wire(tls.getSocketFactory().createSocket("127.0.0.1", port))) {
                outcome = String.valueOf(wire.send(request, "Connection: close").status());
            }
            catch (IOException | RuntimeException ex) {
                outcome = ex.toString();
            }
            outcomes.computeIfAbsent((get ? "GET " : "POST ") + outcome, key -> new AtomicInteger())
                    .incrementAndGet();
        }
    }

    private static SSLContext trusting(Path certificate) {
        try (InputStream in = Files.newInputStream(certificate)) {
            List<Certificate> certificates =
                    new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null);
            store.setCertificateEntry("nginx", certificates.getFirst());
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        }
        catch (IOException | GeneralSecurityException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        running = false;
        clients.shutdown();
        try {
            if (!clients.awaitTermination(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("有请求一分钟没有结果");
            }
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four customers ask without a pause while a pod is replaced. Who waits for ever for a pod is told so. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RolloutTest {

    private volatile Duration propagation = Duration.ofMillis(300);

    private final ScheduledExecutorService network = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService customers = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<ServerPod> seen = new CopyOnWriteArrayList<>();
    private final List<ServerPod> started = new CopyOnWriteArrayList<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    /** Whether a pod that was removed gets no request from then on, or only after {@link #propagation}. */
    private volatile boolean quickRemoval;

    private final Endpoints endpoints = new Endpoints() {

        @Override
        public void add(Pod pod) {
            network.schedule(() -> seen.add((ServerPod) pod), propagation.toMillis() - 50, TimeUnit.MILLISECONDS);
        }

        @Override
        public void remove(Pod pod) {
            network.schedule(() -> seen.remove((ServerPod) pod), quickRemoval ? 0 : propagation.toMillis() - 50,
                    TimeUnit.MILLISECONDS);
        }

        @Override
        public Duration propagation() {
            return propagation;
        }
    };

    /** A pod that is ready a while after its start; before that it answers 503. */
    private final class ServerPod implements Pod {

        private final long warmUp;
        private HttpServer server;
        private long readyAt;
        private volatile long stoppedAt;

        ServerPod(Duration warmUp) {
            this.warmUp = warmUp.toNanos();
        }

        @Override
        public synchronized void start() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            readyAt = System.nanoTime() + warmUp;
            server.setExecutor(Executors.newCachedThreadPool());
            server.createContext("/", exchange -> {
                int status = isReady() ? 200 : 503;
                try (exchange) {
                    Thread.sleep(20);
                    exchange.sendResponseHeaders(status, -1);
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
            server.start();
            started.add(this);
        }

        @Override
        public boolean isReady() {
            return System.nanoTime() - readyAt >= 0;
        }

        @Override
        public synchronized void stop() {
            if (started.remove(this)) {
                stoppedAt = System.nanoTime();
                server.stop(1);
            }
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        }
    }

    @AfterEach
    void end() {
        closed = true;
        customers.shutdownNow();
        network.shutdownNow();
        new ArrayList<>(started).forEach(ServerPod::stop);
        client.close();
    }

    private ServerPod running() {
        ServerPod pod = new ServerPod(Duration.ZERO);
        pod.start();
        seen.add(pod);
        for (int i = 0; i < 4; i++) {
            customers.submit(this::ask);
        }
        return pod;
    }

    private void ask() {
        while (!closed) {
            ServerPod pod = any();
            try {
                int status = pod == null ? 503 : client.send(HttpRequest.newBuilder(pod.uri())
                        .timeout(Duration.ofSeconds(10)).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
                if (status == 200) {
                    answered.incrementAndGet();
                }
                else {
                    lost.add(String.valueOf(status));
                }
                Thread.sleep(2);
            }
            catch (IOException ex) {
                if (!closed) {
                    lost.add(ex.getClass().getSimpleName());
                }
            }
            catch (InterruptedException ex) {
                return;
            }
        }
    }

    /** Any of those that the Service knows, as a Service chooses. */
    private ServerPod any() {
        List<ServerPod> now = new ArrayList<>(seen);
        return now.isEmpty() ? null : now.get(ThreadLocalRandom.current().nextInt(now.size()));
    }

    private void awaitMore(int requests) throws InterruptedException {
        int until = answered.get() + requests;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (answered.get() < until && lost.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(10);
        }
    }

    @Test
    void losesNothing() throws Exception {
        ServerPod old = running();
        ServerPod fresh = new ServerPod(Duration.ofMillis(200));
        awaitMore(20);
        Rollout.replace(old, fresh, endpoints, Duration.ofSeconds(30));
        awaitMore(20);
        assertThat(lost).as("丢了的请求").isEmpty();
        assertThat(started).containsExactly(fresh);
    }

    /** The Service may forget the old pod at once, and learn of the new one late. */
    @Test
    void removalMayBeQuick() throws Exception {
        ServerPod old = running();
        quickRemoval = true;
        propagation = Duration.ofSeconds(1);
        // A customer's first request takes long: one who is still at it would not notice that nobody is there.
        awaitMore(20);
        Rollout.replace(old, new ServerPod(Duration.ZERO), endpoints, Duration.ofSeconds(30));
        awaitMore(20);
        assertThat(lost).as("丢了的请求").isEmpty();
    }

    /** A large cluster takes longer: how long, only it knows. */
    @Test
    void slowNetworkLosesNothing() throws Exception {
        ServerPod old = running();
        propagation = Duration.ofMillis(1500);
        awaitMore(20);
        Rollout.replace(old, new ServerPod(Duration.ZERO), endpoints, Duration.ofSeconds(30));
        awaitMore(20);
        assertThat(lost).as("丢了的请求").isEmpty();
    }

    @Test
    void slowStarterLosesNothing() throws Exception {
        ServerPod old = running();
        ServerPod fresh = new ServerPod(Duration.ofSeconds(2));
        awaitMore(20);
        Rollout.replace(old, fresh, endpoints, Duration.ofSeconds(30));
        awaitMore(20);
        assertThat(lost).as("丢了的请求").isEmpty();
    }

    @Test
    void neverReadyChangesNothing() throws Exception {
        ServerPod old = running();
        ServerPod fresh = new ServerPod(Duration.ofHours(1));
        long begun = System.nanoTime();
        assertThatThrownBy(() -> Rollout.replace(old, fresh, endpoints, Duration.ofMillis(300)))
                .isInstanceOf(IllegalStateException.class);
        // Had it been given to the Service, its customers would come by now.
        network.schedule(() -> { }, propagation.toMillis(), TimeUnit.MILLISECONDS).get();
        awaitMore(20);
        assertThat(lost).as("丢了的请求").isEmpty();
        assertThat(started).as("还在运行的 Pod").containsExactly(old);
        // A limit of one's own is not the one that was asked for; slowStarterLosesNothing has patience for two seconds.
        assertThat(Duration.ofNanos(fresh.stoppedAt - begun)).as("期限是 300 毫秒，新的过了多久才停掉")
                .isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void twiceInARow() throws Exception {
        ServerPod first = running();
        ServerPod second = new ServerPod(Duration.ofMillis(100));
        ServerPod third = new ServerPod(Duration.ofMillis(100));
        awaitMore(20);
        Rollout.replace(first, second, endpoints, Duration.ofSeconds(30));
        Rollout.replace(second, third, endpoints, Duration.ofSeconds(30));
        awaitMore(20);
        assertThat(lost).as("丢了的请求").isEmpty();
        assertThat(started).containsExactly(third);
    }
}

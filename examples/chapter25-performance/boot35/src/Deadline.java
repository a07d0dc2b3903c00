package com.example.bookstore;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.ResourceAccessException;

/** Which name of the property ends a call that nobody answers; the same program on each version. */
@EnableAutoConfiguration(excludeName = {"org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"})
@Import(PaymentGateway.class)
public class Deadline {

    private static final int LONG_AFTER_SECONDS = 1;

    public static void main(String[] args) throws Exception {
        int port = freePort();
        Map<String, CompletableFuture<Void>> calls = new LinkedHashMap<>();
        try (SilentGateway gateway = new SilentGateway(port)) {
            ExecutorService callers = Executors.newCachedThreadPool();
            for (String name : List.of("nothing", "spring.http.client.read-timeout", "spring.http.clients.read-timeout")) {
                SpringApplication application = new SpringApplication(Deadline.class);
                application.setWebApplicationType(WebApplicationType.NONE);
                application.setDefaultProperties(Map.of("spring.config.name", "nothing", "bookstore.gateway",
                        "http://localhost:" + port));
                ConfigurableApplicationContext context = application.run("--" + name + "=300ms");
                calls.put(name, CompletableFuture.runAsync(() -> context.getBean(PaymentGateway.class).charge(1), callers));
            }
            await(calls.values());
            for (Map.Entry<String, CompletableFuture<Void>> call : calls.entrySet()) {
                System.out.println("call: " + call.getKey() + "=" + end(call.getValue()));
            }
        }
        System.exit(0);
    }

    private static String end(CompletableFuture<Void> call) {
        if (!call.isDone()) {
            return "waits";
        }
        Throwable failure = call.handle((answer, thrown) -> thrown).join();
        return failure != null && failure.getCause() instanceof ResourceAccessException ? "timeout" : String.valueOf(failure);
    }

    /** Until one of them has ended, and then long enough for another to end. */
    private static void await(Collection<CompletableFuture<Void>> calls) throws InterruptedException {
        CompletableFuture<?>[] all = calls.toArray(CompletableFuture[]::new);
        CompletableFuture.anyOf(all).handle((answer, thrown) -> thrown).orTimeout(30, TimeUnit.SECONDS).join();
        try {
            CompletableFuture.allOf(all).get(LONG_AFTER_SECONDS, TimeUnit.SECONDS);
        }
        catch (TimeoutException | ExecutionException ex) {
            System.out.println("not all have ended");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }
}

package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three walks through Spring's source, each stop seen by a debugger on the version in use. */
class WalkTests {

    private static final String BOOT = "org.springframework.boot.";
    private static final String SPRING = "org.springframework.";
    private static final String REFRESH = SPRING + "context.support.AbstractApplicationContext";
    private static final String WEB = BOOT + "web.server.servlet.context.ServletWebServerApplicationContext";

    // region startup
    static final List<String> STARTUP = List.of(
            BOOT + "SpringApplication#run",
            BOOT + "SpringApplication#prepareEnvironment",
            BOOT + "SpringApplication#createApplicationContext",
            BOOT + "SpringApplication#prepareContext",
            REFRESH + "#refresh",
            REFRESH + "#invokeBeanFactoryPostProcessors",
            WEB + "#createWebServer",
            REFRESH + "#finishBeanFactoryInitialization",
            BOOT + "SpringApplication#callRunners");
    // endregion startup

    static final List<String> AUTO = List.of(
            SPRING + "context.annotation.ConfigurationClassPostProcessor#processConfigBeanDefinitions",
            BOOT + "autoconfigure.AutoConfigurationImportSelector#getAutoConfigurationEntry",
            BOOT + "context.annotation.ImportCandidates#load",
            BOOT + "autoconfigure.condition.FilteringSpringBootCondition#match",
            BOOT + "autoconfigure.condition.SpringBootCondition#matches",
            SPRING + "context.annotation.ConfigurationClassBeanDefinitionReader#loadBeanDefinitions",
            BOOT + "autoconfigure.condition.OnBeanCondition#getMatchOutcome");

    static final List<String> REQUEST = List.of(
            "org.apache.catalina.connector.CoyoteAdapter#service",
            SPRING + "web.servlet.DispatcherServlet#doDispatch",
            SPRING + "web.servlet.handler.AbstractHandlerMethodMapping#lookupHandlerMethod",
            SPRING + "web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter#invokeHandlerMethod",
            SPRING + "web.method.support.InvocableHandlerMethod#getMethodArgumentValues",
            "com.example.bookstore.BookstoreApplication$ShelfController#shelf",
            SPRING + "web.servlet.mvc.method.annotation.AbstractMessageConverterMethodProcessor#writeWithMessageConverters");

    private static List<Walk.Hit> hits;

    @BeforeAll
    static void walk() throws Exception {
        List<String> stops = new ArrayList<>(STARTUP);
        stops.addAll(AUTO);
        stops.addAll(REQUEST);
        try (Walk walk = Walk.start(BookstoreApplication.class.getName(), options("0"), stops)) {
            CompletableFuture<Integer> port = new CompletableFuture<>();
            Thread.startVirtualThread(() -> read(walk.process(), port));
            walk.until(STARTUP.getLast(), 120_000);
            // Requests only once the port is known; the walk must go on meanwhile.
            CompletableFuture<String> answer = port.thenApplyAsync(WalkTests::ask);
            hits = walk.until(REQUEST.getLast(), 120_000);
            walk.letGo();
            assertThat(answer.get(60, TimeUnit.SECONDS)).contains("春天的启动");
        }
    }

    private static String options(String port) {
        return "-Dserver.port=" + port + " -Dstdout.encoding=UTF-8 -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \""
                + System.getProperty("java.class.path") + "\"";
    }

    private static void read(Process process, CompletableFuture<Integer> port) {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = lines.readLine()) != null;) {
                if (line.contains("Tomcat started on port ")) {
                    port.complete(Integer.parseInt(line.replaceFirst(".*on port (\\d+).*", "$1")));
                }
            }
        }
        catch (IOException ex) {
            port.completeExceptionally(ex);
        }
    }

    private static String ask(int port) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/shelves/new")).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private static void check(String recording, List<String> expected) {
        List<Walk.Hit> reached = hits.stream().filter(hit -> expected.contains(hit.stop())).toList();
        assertThat(reached).extracting(Walk.Hit::stop).containsExactlyElementsOf(expected);
        Table table = new Table("停在", "行");
        reached.forEach(hit -> {
            String stop = hit.stop().replaceFirst("^.*\\.", "");
            assertThat(stop).startsWith(hit.file().replace(".java", ""));
            table.row(stop, hit.line());
        });
        Recording.check(recording, table.toString());
    }

    @Test
    void startup() {
        check("walk-startup.txt", STARTUP);
    }

    @Test
    void autoConfiguration() {
        check("walk-auto.txt", AUTO);
    }

    @Test
    void request() {
        check("walk-request.txt", REQUEST);
    }

    @Test
    void theDrawingNamesTheSameStopsInTheSameOrder() throws IOException {
        String drawing = Files.readString(Recording.module().resolve(
                "../../static/img/chapter32-next-steps/walk.svg"));
        int at = 0;
        for (String stop : STARTUP) {
            String method = stop.substring(stop.indexOf('#') + 1);
            at = drawing.indexOf(">" + method + "<", at);
            assertThat(at).as(method).isPositive();
        }
    }

    @Test
    void autoConfigurationHappensInsideRefresh() {
        List<String> order = hits.stream().map(Walk.Hit::stop).toList();
        assertThat(order.indexOf(AUTO.getFirst())).isGreaterThan(order.indexOf(STARTUP.get(5)));
        assertThat(order.indexOf(AUTO.getLast())).isLessThan(order.indexOf(STARTUP.get(6)));
    }

    @Test
    void theRequestRunsOnAnotherThread() {
        assertThat(hits.stream().filter(hit -> hit.stop().equals(STARTUP.getFirst())).findFirst().orElseThrow().thread())
                .isEqualTo("main");
        assertThat(hits.stream().filter(hit -> hit.stop().equals(REQUEST.get(1))).findFirst().orElseThrow().thread())
                .contains("exec");
    }

    @Test
    void aStopThatIsNeverReachedIsSaid() throws Exception {
        try (Walk walk = Walk.start("com.example.upgrade.WhatBreaks",
                "-cp \"" + Recording.module().resolve("target/classes") + "\"",
                List.of("com.example.upgrade.Walk#until"))) {
            assertThatThrownBy(() -> walk.until("com.example.upgrade.Walk#until", 60_000))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("之前就结束了");
        }
        // System is loaded before the debugger sees anything, and it is reached none the less.
        String exit = "java.lang.System#exit";
        try (Walk walk = Walk.start("com.example.upgrade.WhatBreaks two arguments",
                "-cp \"" + Recording.module().resolve("target/classes") + "\"", List.of(exit))) {
            assertThat(walk.until(exit, 60_000)).extracting(Walk.Hit::stop).containsExactly(exit);
        }
    }
}

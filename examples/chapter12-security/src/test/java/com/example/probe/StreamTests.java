package com.example.probe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import com.example.book.Recording;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.context.NullSecurityContextRepository;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A real Tomcat: the second trip through the filters is the server's. */
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("自己写的令牌过滤器，遇到要走第二趟的响应")
class StreamTests {

    @Test
    @DisplayName("没有存下登录的人：流的内容到了，却没有结尾，日志里是 Access Denied；Callable 的响应是 403")
    void secondTripIsDenied(CapturedOutput output) throws Exception {
        try (var app = start("--remember=false")) {
            assertThat(cutOff(app, "/stream")).contains("第一块", "第二块");
            assertThat(get(app, "/later").statusCode()).isEqualTo(403);
            assertThat(get(app, "/now").body()).isEqualTo("alice");
        }
        String lines = output.getOut().lines().filter(line -> line.startsWith("jakarta.servlet.ServletException")
                        || line.startsWith("Caused by: org.springframework.security"))
                .distinct().collect(Collectors.joining("\n"));
        assertThat(lines.lines()).hasSize(2);
        Recording.check("stream-denied.txt", lines + "\n");
    }

    @Test
    @DisplayName("存下登录的人，放行 ASYNC 这一趟，或者换成资源服务器：都好了")
    void mended(CapturedOutput output) throws Exception {
        for (String mended : List.of("--remember=true", "--async=true", "--resource-server=true")) {
            try (var app = start(mended)) {
                assertThat(get(app, "/stream").body()).contains("第一块", "第二块");
                assertThat(get(app, "/later").body()).isEqualTo("alice");
            }
        }
        assertThat(output).doesNotContain("already committed", "Access Denied");
    }

    private static ServletWebServerApplicationContext start(String... arguments) {
        return (ServletWebServerApplicationContext) new SpringApplicationBuilder(Shop.class)
                .properties("server.port=0", "spring.sql.init.mode=never", "logging.level.root=warn").run(arguments);
    }

    /** What has come of a response by the time the connection breaks. */
    private static String cutOff(ServletWebServerApplicationContext app, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> response = client.send(request(app, path), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            assertThatThrownBy(() -> response.body().transferTo(read)).isInstanceOf(IOException.class);
            return read.toString(StandardCharsets.UTF_8);
        }
    }

    private static HttpResponse<String> get(ServletWebServerApplicationContext app, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request(app, path), BodyHandlers.ofString());
        }
    }

    private static HttpRequest request(ServletWebServerApplicationContext app, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + app.getWebServer().getPort() + path))
                .header("Authorization", "Bearer alice").build();
    }

    // region filter
    /** 自己写的过滤器：认得令牌，就把登录的人放进线程。 */
    static class TokenFilter extends OncePerRequestFilter {

        private final SecurityContextRepository contexts;

        TokenFilter(SecurityContextRepository contexts) {
            this.contexts = contexts;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request,
                HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if ("Bearer alice".equals(request.getHeader("Authorization"))) {
                SecurityContext context = new SecurityContextImpl(alice());
                SecurityContextHolder.setContext(context);
                // 漏掉这一行，第二趟就不认得人
                contexts.saveContext(context, request, response);
            }
            chain.doFilter(request, response);
        }
    }
    // endregion filter

    private static Authentication alice() {
        return UsernamePasswordAuthenticationToken.authenticated("alice", null, List.of());
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Books.class)
    static class Shop {

        @Bean
        SecurityFilterChain chain(HttpSecurity http, Environment environment) throws Exception {
            SecurityContextRepository contexts = environment.getProperty("remember", Boolean.class, false)
                    ? new RequestAttributeSecurityContextRepository()
                    : new NullSecurityContextRepository();
            if (environment.getProperty("resource-server", Boolean.class, false)) {
                http.oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()));
            }
            else {
                http.addFilterBefore(new TokenFilter(contexts), UsernamePasswordAuthenticationFilter.class);
            }
            return http
                    .authorizeHttpRequests(rules -> {
                        if (environment.getProperty("async", Boolean.class, false)) {
                            rules.dispatcherTypeMatchers(DispatcherType.ASYNC).permitAll();
                        }
                        rules.anyRequest().authenticated();
                    })
                    .build();
        }

        @Bean
        JwtDecoder decoder() {
            return token -> Jwt.withTokenValue(token).header("alg", "none").subject(token).build();
        }
    }

    @RestController
    static class Books {

        @GetMapping("/stream")
        SseEmitter stream() {
            SseEmitter emitter = new SseEmitter();
            Thread.startVirtualThread(() -> {
                try {
                    emitter.send("第一块");
                    emitter.send("第二块");
                    emitter.complete();
                }
                catch (IOException ex) {
                    emitter.completeWithError(ex);
                }
            });
            return emitter;
        }

        @GetMapping("/later")
        Callable<String> later() {
            return () -> SecurityContextHolder.getContext().getAuthentication().getName();
        }

        @GetMapping("/now")
        String now() {
            return SecurityContextHolder.getContext().getAuthentication().getName();
        }
    }
}

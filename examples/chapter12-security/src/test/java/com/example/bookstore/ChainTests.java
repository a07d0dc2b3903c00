package com.example.bookstore;

import java.util.stream.Collectors;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.test.web.servlet.MockMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

@SpringBootTest
@AutoConfigureMockMvc
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("两条链的过滤器")
class ChainTests {

    @Autowired
    FilterChainProxy proxy;

    @Autowired
    MockMvc mvc;

    @Autowired
    LoggingSystem logging;

    @Test
    @DisplayName("一个请求的每一步：日志调到 TRACE，先选链，再逐个过滤器")
    void oneRequest(CapturedOutput output) throws Exception {
        String logger = "org.springframework.security.web";
        logging.setLogLevel(logger, LogLevel.TRACE);
        try {
            mvc.perform(get("/api/orders/1")).andExpect(status().isUnauthorized());
        }
        finally {
            logging.setLogLevel(logger, null);
        }
        String steps = output.getOut().lines().filter(line -> line.contains("TRACE") || line.contains("DEBUG"))
                .map(line -> line.replaceFirst("^.*?\\[[^\\]]*main\\] \\S+ +: ", ""))
                .filter(line -> line.startsWith("Invoking") || line.startsWith("Secur")
                        || line.startsWith("Sending") || line.startsWith("Checking authorization")
                        || line.startsWith("Trying to match request against DefaultSecurityFilterChain"))
                .map(line -> line.replaceAll("Token \\[.*]] to", "Token […] to")
                        .replaceAll("defined as '(\\w+)' in \\[.*?] ", "defined as '$1' in […]\n  ")
                        .replaceAll("(GET /\\S+) using \\S+\\.(\\w+)@.*", "$1 using … $2"))
                .map(line -> line.replaceAll("having filters \\[[^\\]]*\\]", "having filters […]"))
                .collect(Collectors.joining("\n", "", "\n"));
        assertThat(steps).contains("Invoking BearerTokenAuthenticationFilter", "Invoking AuthorizationFilter (14/14)");
        Recording.check("one-request.txt", steps);
    }

    @Test
    @DisplayName("TRACE 的日志里有地址的查询参数，例如一次性令牌；没有 Authorization 头")
    void logsTheQuery(CapturedOutput output) throws Exception {
        String logger = "org.springframework.security.web";
        logging.setLogLevel(logger, LogLevel.TRACE);
        try {
            mvc.perform(get("/login/ott?token=one-time-secret"));
            mvc.perform(get("/api/orders/1").header(HttpHeaders.AUTHORIZATION, "Bearer bearer-secret"));
        }
        finally {
            logging.setLogLevel(logger, null);
        }
        assertThat(output).contains("Securing GET /login/ott?token=one-time-secret", "Securing GET /api/orders/1")
                .doesNotContain("bearer-secret");
    }

    @Test
    @DisplayName("api 链没有 CsrfFilter，有 BearerTokenAuthenticationFilter；两条链都以 AuthorizationFilter 结尾")
    void filters() {
        var chains = proxy.getFilterChains().stream().map(chain -> chain.getFilters().stream()
                .map(filter -> filter.getClass().getSimpleName()).toList()).toList();
        assertThat(chains).hasSize(2);
        assertThat(chains.get(0)).contains("BearerTokenAuthenticationFilter").doesNotContain("CsrfFilter");
        assertThat(chains.get(1)).contains("CsrfFilter", "UsernamePasswordAuthenticationFilter");
        assertThat(chains).allSatisfy(names -> assertThat(names.getLast()).isEqualTo("AuthorizationFilter"));
        Recording.check("chains.txt", "api 链\n" + chains.get(0).stream().collect(Collectors.joining("\n  ", "  ", "\n"))
                + "\nweb 链\n" + chains.get(1).stream().collect(Collectors.joining("\n  ", "  ", "\n")));
    }
}

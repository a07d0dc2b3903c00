package com.example.bookstore;

import java.util.stream.Collectors;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.security.web.FilterChainProxy;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
@DisplayName("两条链的过滤器")
class ChainTests {

    @Autowired
    FilterChainProxy proxy;

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

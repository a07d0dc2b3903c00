package com.example.bookstore;

import java.util.List;

import jakarta.servlet.DispatcherType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;

@DisplayName("两条链的顺序")
class ChainsTest {

    AnnotationConfigWebApplicationContext context;
    MockMvc mvc;

    @BeforeEach
    void start() {
        context = new AnnotationConfigWebApplicationContext();
        context.setServletContext(new MockServletContext());
        context.register(Base.class, Chains.class);
        context.refresh();
        mvc = MockMvcBuilders.webAppContextSetup(context).apply(springSecurity()).build();
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    @DisplayName("顾客进后台：403；店员进得去")
    void admin() throws Exception {
        assertThat(status("/api/admin/x", "CUSTOMER")).as("顾客进后台").isEqualTo(403);
        assertThat(status("/api/admin/x", "STAFF")).as("店员进后台，那里没有控制器").isEqualTo(404);
        assertThat(status("/api/admin/x/y", "CUSTOMER")).as("顾客进后台更深的地址").isEqualTo(403);
        for (HttpMethod method : List.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE)) {
            assertThat(mvc.perform(request(method, "/api/admin/x").with(csrf()).with(user("someone").roles("CUSTOMER")))
                    .andReturn().getResponse().getStatus()).as("顾客向后台写，" + method).isEqualTo(403);
        }
    }

    @Test
    @DisplayName("顾客用普通接口：照常")
    void api() throws Exception {
        assertThat(status("/api/x", "CUSTOMER")).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/x", "/api/admin/x"})
    @DisplayName("没登录用接口：401")
    void anonymous(String path) throws Exception {
        assertThat(mvc.perform(get(path)).andReturn().getResponse().getStatus()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/x", "/", "/books", "/a/b/c"})
    @DisplayName("没有一条链认领的地址：403，读写都一样")
    void rest(String path) throws Exception {
        assertThat(status(path, "STAFF")).isEqualTo(403);
        assertThat(mvc.perform(get(path)).andReturn().getResponse().getStatus()).isEqualTo(403);
        for (HttpMethod method : HttpMethod.values()) {
            if (method == HttpMethod.TRACE) {
                continue; // 防火墙不收
            }
            assertThat(mvc.perform(request(method, path).with(csrf()).with(user("someone").roles("STAFF")))
                    .andReturn().getResponse().getStatus()).as(method.name()).isEqualTo(403);
        }
    }

    @Test
    @DisplayName("出错时服务器转到 /error 的那一趟：不拦；有人直接访问 /error：403")
    void error() throws Exception {
        assertThat(mvc.perform(get("/error").with(request -> {
            request.setDispatcherType(DispatcherType.ERROR);
            return request;
        })).andReturn().getResponse().getStatus()).as("服务器转到 /error 的那一趟").isEqualTo(404);
        assertThat(mvc.perform(get("/error")).andReturn().getResponse().getStatus())
                .as("有人直接访问 /error").isEqualTo(403);
    }

    private int status(String path, String role) throws Exception {
        return mvc.perform(get(path).with(user("someone").roles(role))).andReturn().getResponse().getStatus();
    }

    @Configuration
    @EnableWebMvc
    static class Base {

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("someone").password("{noop}pw").roles("CUSTOMER").build());
        }
    }
}

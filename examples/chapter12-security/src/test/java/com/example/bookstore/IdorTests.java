package com.example.bookstore;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import com.example.book.Recording;
import jakarta.servlet.ServletException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.jwt;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

@SpringBootTest
@AutoConfigureMockMvc
@DisplayName("别人的订单")
class IdorTests {

    @Autowired
    MockMvc mvc;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    RequestMappingHandlerMapping mapping;

    // region sweep
    /** 订单下面带变量的端点，逐个用 alice 的身份碰 bob 的 2 号订单；要由它自己回答 404。 */
    private List<String> leaks() throws Exception {
        List<String> leaks = new ArrayList<>();
        for (var entry : mapping.getHandlerMethods().entrySet()) {
            RequestMappingInfo info = entry.getKey();
            for (String path : info.getPatternValues()) {
                if (!path.contains("/orders/{")) {
                    continue;
                }
                assertThat(info.getMethodsCondition().getMethods()).as(path).isNotEmpty();
                for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                    var call = request(HttpMethod.valueOf(method.name()),
                            URI.create(path.replaceAll("\\{[^/]+}", "2")));
                    String answer = answer(() -> mvc.perform(path.startsWith("/api/")
                            ? call.with(jwt().jwt(token -> token.subject("alice")))
                            : call.with(user("alice")).with(csrf())), entry.getValue());
                    if (!answer.equals("404")) {
                        leaks.add("%s %s → %s".formatted(method, path, answer));
                    }
                }
            }
        }
        return leaks;
    }
    // endregion sweep

    // region answer
    /** 状态码；端点没有被调用而得到的 404 不算，别处也可能回答 404。 */
    private static String answer(Callable<ResultActions> call, HandlerMethod endpoint)
            throws Exception {
        MvcResult result;
        try {
            result = call.call().andReturn();
        }
        catch (ServletException ex) { // 端点抛了没有人接住的异常，扫描接着走
            return "抛出 " + ex.getRootCause();
        }
        int status = result.getResponse().getStatus();
        boolean reached = result.getHandler() instanceof HandlerMethod called
                && called.getMethod().equals(endpoint.getMethod());
        return status == 404 && !reached ? "没有走到" : Integer.toString(status);
    }
    // endregion answer

    @Test
    @DisplayName("每个带订单号的端点都是 404，与不存在的订单一样")
    void everyEndpoint() throws Exception {
        mvc.perform(get("/orders/2").with(user("bob"))).andExpect(status().isOk());
        assertThat(leaks()).isEmpty();
        // 扫过之后订单还在：404 不是因为它不存在
        mvc.perform(get("/orders/2").with(user("bob"))).andExpect(status().isOk());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders/{orderId}/invoice", "/orders/{id}/invoice",
            "/api/orders/{number:\\d+}/invoice",
            "/orders/{orderId}/items/{item:\\d{1,3}}/invoice"})
    @DisplayName("新加一个忘了查主人的端点：扫描报出来，变量叫什么、有几个都一样")
    void forgottenEndpoint(String path) throws Exception {
        RequestMappingInfo invoice = RequestMappingInfo.paths(path)
                .methods(RequestMethod.GET)
                .options(mapping.getBuilderConfiguration()).build();
        mapping.registerMapping(invoice, new Invoices(),
                Invoices.class.getDeclaredMethod("invoice"));
        try {
            assertThat(leaks()).containsExactly("GET " + path + " → 200");
        }
        finally {
            mapping.unregisterMapping(invoice);
        }
    }

    @Test
    @DisplayName("扫描报出来的样子")
    void report() throws Exception {
        RequestMappingInfo invoice = RequestMappingInfo.paths("/orders/{orderId}/invoice")
                .methods(RequestMethod.GET).options(mapping.getBuilderConfiguration()).build();
        mapping.registerMapping(invoice, new Invoices(), Invoices.class.getDeclaredMethod("invoice"));
        try {
            Recording.check("idor.txt", String.join("\n", leaks()) + "\n");
        }
        finally {
            mapping.unregisterMapping(invoice);
        }
    }

    @Test
    @DisplayName("要请求体的端点，扫描没有给，400 也报出来，这一条不是漏洞；没有走到的端点也报")
    void bodyRequired() throws Exception {
        RequestMappingInfo address = RequestMappingInfo.paths("/orders/{orderId}/address")
                .methods(RequestMethod.PUT).options(mapping.getBuilderConfiguration()).build();
        mapping.registerMapping(address, new Addresses(),
                Addresses.class.getDeclaredMethod("change", String.class));
        try {
            assertThat(leaks()).containsExactly("PUT /orders/{orderId}/address → 400");
        }
        finally {
            mapping.unregisterMapping(address);
        }
        // 正则不认 2、一段里有两个变量、要特定的头：得到的 404 不是它们自己回答的
        for (RequestMappingInfo.Builder unreached : List.of(
                RequestMappingInfo.paths("/orders/{id:\\d{4}}/invoice"),
                RequestMappingInfo.paths("/orders/{id}-{item}/invoice"),
                RequestMappingInfo.paths("/orders/{id}/invoice").headers("X-Version=2"))) {
            RequestMappingInfo invoice = unreached.methods(RequestMethod.GET)
                    .options(mapping.getBuilderConfiguration()).build();
            mapping.registerMapping(invoice, new Invoices(), Invoices.class.getDeclaredMethod("invoice"));
            try {
                assertThat(leaks()).singleElement().asString().endsWith("/invoice → 没有走到");
            }
            finally {
                mapping.unregisterMapping(invoice);
            }
        }
    }

    @Test
    @DisplayName("端点抛了没有人接住的异常：扫描说出是哪一个，接着扫别的")
    void throwingEndpoint() throws Exception {
        RequestMappingInfo broken = RequestMappingInfo.paths("/orders/{orderId}/broken")
                .methods(RequestMethod.GET).options(mapping.getBuilderConfiguration()).build();
        RequestMappingInfo invoice = RequestMappingInfo.paths("/orders/{orderId}/invoice")
                .methods(RequestMethod.GET).options(mapping.getBuilderConfiguration()).build();
        mapping.registerMapping(broken, new Invoices(), Invoices.class.getDeclaredMethod("broken"));
        mapping.registerMapping(invoice, new Invoices(), Invoices.class.getDeclaredMethod("invoice"));
        try {
            assertThat(leaks()).containsExactlyInAnyOrder("GET /orders/{orderId}/invoice → 200",
                    "GET /orders/{orderId}/broken → 抛出 java.lang.IllegalStateException: 发票机坏了");
        }
        finally {
            mapping.unregisterMapping(broken);
            mapping.unregisterMapping(invoice);
        }
    }

    static class Addresses {

        @ResponseBody
        String change(@RequestBody String address) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND); // it does ask whose order it is
        }
    }

    static class Invoices {

        @ResponseBody
        String invoice() {
            return "bob 的发票";
        }

        @ResponseBody
        String broken() {
            throw new IllegalStateException("发票机坏了");
        }
    }
}

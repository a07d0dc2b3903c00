package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.order.Book;
import com.example.order.CatalogClient;
import com.example.order.OrderApplication;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

@AsksSharedOrder
class IdentityTests {

    @Test
    void throughBothHops() {
        StandIn catalog = SharedOrder.catalog(StandIn.json(200, StandIn.BOOK));
        try (ConfigurableApplicationContext gateway = Apps.gateway("--bookstore.order=" + SharedOrder.url())) {
            Http.order(Apps.url(gateway), "Authorization", "Bearer zhang");
            String forwarded = catalog.lastHeader("Authorization");

            // The same interface without the interceptor.
            CatalogClient plain = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(
                    RestClient.create(catalog.url()))).build().createClient(CatalogClient.class);
            plain.book("9787536692930");
            String without = catalog.lastHeader("Authorization");

            // Another thread has no request.
            CompletableFuture.supplyAsync(() -> SharedOrder.bean(CatalogClient.class).book("9787536692930")).join();
            String otherThread = catalog.lastHeader("Authorization");

            assertThat(forwarded).isEqualTo("Bearer zhang");
            assertThat(without).isNull();
            assertThat(otherThread).isNull();
            Recording.check("identity.txt", new Table("订单服务怎样调用", "目录服务收到的 Authorization")
                    .row("没有拦截器", "（没有）").row("有拦截器", forwarded)
                    .row("有拦截器，换了一个线程", "（没有）").toString());
        }
    }

    /** Keeps what a task would take along to another thread. */
    @RestController
    static class Later {

        private RequestAttributes request;
        private String value;

        @PostMapping("/later")
        void later(@RequestHeader(HttpHeaders.AUTHORIZATION) String value) {
            request = RequestContextHolder.getRequestAttributes();
            this.value = value;
        }
    }

    @HttpExchange("/books")
    interface WithWho {

        @GetExchange("/{isbn}")
        Book book(@PathVariable String isbn, @RequestHeader(HttpHeaders.AUTHORIZATION) String who);
    }

    /** The request is taken back by Tomcat when it has been answered, what was read from it stays. */
    @Test
    void afterTheRequest() {
        try (StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK));
                ConfigurableApplicationContext order = new SpringApplicationBuilder(OrderApplication.class)
                        .sources(Later.class).properties("spring.config.name=order").run("--server.port=0",
                                "--spring.cloud.config.enabled=false", "--bookstore.catalog=" + catalog.url())) {
            Http.post(Apps.url(order) + "/later", "{}", "Authorization", "Bearer zhang");
            Later later = order.getBean(Later.class);
            HttpServletRequest request = ((ServletRequestAttributes) later.request).getRequest();
            await().atMost(Duration.ofSeconds(20)).until(() -> catchThrowable(request::getMethod) != null);
            RequestContextHolder.setRequestAttributes(later.request);
            try {
                assertThatThrownBy(() -> order.getBean(CatalogClient.class).book("9787536692930"))
                        .isInstanceOf(IllegalStateException.class).hasMessageContaining("has been recycled");
            }
            finally {
                RequestContextHolder.resetRequestAttributes();
            }
            assertThat(catalog.arrived()).isZero();
            HttpServiceProxyFactory.builderFor(RestClientAdapter.create(RestClient.create(catalog.url()))).build()
                    .createClient(WithWho.class).book("9787536692930", later.value);
            assertThat(catalog.lastHeader("Authorization")).isEqualTo("Bearer zhang");
        }
    }

    @Test
    void anonymousStaysAnonymous() {
        StandIn catalog = SharedOrder.catalog(StandIn.json(200, StandIn.BOOK));
        Http.order(SharedOrder.url());
        assertThat(catalog.arrived()).isEqualTo(1);
        assertThat(catalog.lastHeader("Authorization")).isNull();
    }
}

package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.order.CatalogClient;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

@InThisJvm
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

    @Test
    void anonymousStaysAnonymous() {
        StandIn catalog = SharedOrder.catalog(StandIn.json(200, StandIn.BOOK));
        Http.order(SharedOrder.url());
        assertThat(catalog.arrived()).isEqualTo(1);
        assertThat(catalog.lastHeader("Authorization")).isNull();
    }
}

package com.example.storefront;

import com.example.book.Recording;
import com.example.bookstore.BookstoreTest;
import com.example.bookstore.catalog.Books;

import java.net.ServerSocket;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@BookstoreTest
@DisplayName("调用方")
class CatalogClientTests {

    @LocalServerPort
    int port;

    @Autowired
    Books books;

    @BeforeEach
    void reset() {
        books.reset();
    }

    @EnableAutoConfiguration
    @Import(StorefrontConfiguration.class)
    static class Storefront {
    }

    private ApplicationContextRunner storefront(int port, String readTimeout) {
        return new ApplicationContextRunner()
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.config.location=classpath:storefront.yaml",
                        "spring.http.serviceclient.catalog.base-url=http://localhost:" + port,
                        "spring.http.serviceclient.catalog.read-timeout=" + readTimeout)
                .withUserConfiguration(Storefront.class);
    }

    @Test
    @DisplayName("接口方法变成请求；版本由客户端自动带上；304 没有响应体")
    void calls() {
        storefront(port, "60s").run(context -> {
            CatalogClient catalog = context.getBean(CatalogClient.class);
            assertThat(catalog.book(1).title()).isEqualTo("Java 核心技术 卷 I");
            assertThat(catalog.price(1).currency()).isEqualTo("CNY");
            var unchanged = catalog.bookIfChanged(1, "\"1\"");
            assertThat(unchanged.getStatusCode()).isEqualTo(HttpStatus.NOT_MODIFIED);
            assertThat(unchanged.getBody()).isNull();
        });
    }

    @Test
    @DisplayName("4xx 变成异常，带着对方的 problem+json")
    void notFound() {
        storefront(port, "60s").run(context -> {
            CatalogClient catalog = context.getBean(CatalogClient.class);
            // region not-found
            Throwable error = catchThrowable(() -> catalog.book(404));
            assertThat(error).isInstanceOfSatisfying(HttpClientErrorException.NotFound.class,
                    ex -> assertThat(ex.getResponseBodyAs(
                            ProblemDetail.class).getDetail())
                            .isEqualTo("没有编号为 404 的书"));
            // endregion not-found
            Recording.check("client-404.txt", error);
        });
    }

    @Test
    @DisplayName("对方接了电话不说话：read-timeout 到点就断")
    void timeout() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (ServerSocket silent = new ServerSocket(0)) {
            storefront(silent.getLocalPort(), "300ms").run(context -> {
                Throwable error = catchThrowable(
                        () -> context.getBean(CatalogClient.class).book(1));
                assertThat(error).isInstanceOf(ResourceAccessException.class)
                        .hasCauseInstanceOf(HttpTimeoutException.class);
                done.countDown();
            });
        }
        assertThat(done.getCount()).isZero();
    }

    @Test
    @DisplayName("没引 spring-boot-starter-restclient：没有 RestClient.Builder，也没有客户端")
    void missingStarter() {
        new ApplicationContextRunner().withUserConfiguration(Shop.class, WithStarter.class)
                .run(context -> assertThat(context).hasSingleBean(Shop.class));
        new ApplicationContextRunner().withUserConfiguration(Shop.class, WithoutStarter.class)
                .run(context -> {
                    assertThat(context).hasFailed();
                    Throwable cause = context.getStartupFailure().getCause();
                    assertThat(cause).isInstanceOf(NoSuchBeanDefinitionException.class)
                            .hasMessageContaining("RestClient$Builder");
                    Recording.check("no-restclient-starter.txt", cause.getMessage());
                });
    }

    @EnableAutoConfiguration
    static class WithStarter {
    }

    /** 去掉这个 starter 带来的自动配置，其余都在。 */
    @EnableAutoConfiguration(exclude = RestClientAutoConfiguration.class)
    static class WithoutStarter {
    }

    static class Shop {

        Shop(RestClient.Builder builder) {
            assertThat(builder).isNotNull();
        }
    }

    // region rest-client
    @Test
    @DisplayName("一次性的调用直接用 RestClient")
    void restClient() {
        RestClient client = RestClient.create("http://localhost:" + port);
        record Title(long id, String title) {
        }
        Title book = client.get().uri("/books/{id}", 2).retrieve().body(Title.class);
        assertThat(book).isEqualTo(new Title(2, "高可用架构"));

        assertThatThrownBy(() -> client.delete().uri("/books/404").retrieve()
                .toBodilessEntity()).isInstanceOf(HttpClientErrorException.NotFound.class);
    }
    // endregion rest-client
}

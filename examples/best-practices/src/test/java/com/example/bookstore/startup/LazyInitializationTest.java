package com.example.bookstore.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** When a missing key is found out: at the start, or at the first payment. */
class LazyInitializationTest {

    // region gateway
    @Component
    static class PaymentGateway {

        private final String key;

        PaymentGateway(Environment environment) {
            this.key = environment.getRequiredProperty("bookstore.payment.key");
        }

        String pay(String order) {
            return order + " 已用 " + key + " 签名";
        }
    }
    // endregion gateway

    @Configuration(proxyBeanMethods = false)
    @Import(PaymentGateway.class)
    static class Application {
    }

    private static ConfigurableApplicationContext run(String... properties) {
        return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "logging.level.root=off")
                .properties(properties).run();
    }

    // region bad
    @Test
    @DisplayName("打开延迟初始化：少了密钥照样启动，第一次付款才失败")
    void lazyFailsAtTheFirstPayment() {
        try (var context = run("spring.main.lazy-initialization=true")) {
            Throwable thrown = catchThrowable(
                    () -> context.getBean(PaymentGateway.class).pay("订单 1"));
            assertThat(thrown).isInstanceOf(BeanCreationException.class)
                    .hasRootCauseMessage("Required key 'bookstore.payment.key' not found");
        }
    }
    // endregion bad

    // region good
    @Test
    @DisplayName("不打开：启动时就失败")
    void eagerRefusesToStart() {
        assertThat(catchThrowable(() -> run()))
                .isInstanceOf(BeanCreationException.class)
                .hasRootCauseMessage("Required key 'bookstore.payment.key' not found");
    }
    // endregion good

    @Test
    @DisplayName("边界：空字符串算有值，照常启动")
    void emptyIsAValue() {
        try (var context = run("bookstore.payment.key=")) {
            assertThat(context.getBean(PaymentGateway.class).pay("订单 1")).isEqualTo("订单 1 已用  签名");
        }
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

@DisplayName("作用域：单例里的 prototype，以及三种修法")
class ScopeTest {

    // region basket
    /** 一个顾客的购物车，每个顾客要一个新的。 */
    static class Basket {

        private final List<String> books = new ArrayList<>();

        void add(String book) {
            books.add(book);
        }

        List<String> books() {
            return books;
        }

        void close() {
            System.out.println("购物车销毁");
        }
    }
    // endregion basket

    // region direct
    record Checkout(Basket basket) {

        List<String> buy(String book) {
            basket.add(book);
            return basket.books();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Direct {

        @Bean(destroyMethod = "close")
        @Scope("prototype")
        Basket basket() {
            return new Basket();
        }

        @Bean
        Checkout checkout(Basket basket) {
            return new Checkout(basket);
        }
    }
    // endregion direct

    // region provider
    record ProviderCheckout(ObjectProvider<Basket> baskets) {

        List<String> buy(String book) {
            Basket basket = baskets.getObject();
            basket.add(book);
            return basket.books();
        }
    }
    // endregion provider

    @Configuration(proxyBeanMethods = false)
    static class Provided {

        @Bean
        @Scope("prototype")
        Basket basket() {
            return new Basket();
        }

        @Bean
        ProviderCheckout checkout(ObjectProvider<Basket> baskets) {
            return new ProviderCheckout(baskets);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxied {

        // region proxy
        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Basket basket() {
            return new Basket();
        }
        // endregion proxy

        @Bean
        Checkout checkout(Basket basket) {
            return new Checkout(basket);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RequestScoped {

        @Bean
        @Scope("request")
        Basket basket() {
            return new Basket();
        }

        @Bean
        Checkout checkout(Basket basket) {
            return new Checkout(basket);
        }
    }

    // region final
    record Coupon(String code) {
    }

    @Configuration(proxyBeanMethods = false)
    static class FinalTarget {

        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Coupon coupon() {
            return new Coupon("SPRING");
        }
    }
    // endregion final

    @Test
    @DisplayName("直接注入：第二位顾客拿到第一位的书；ObjectProvider 与代理各有各的结果")
    void baskets() {
        StringBuilder text = new StringBuilder();
        try (var context = new AnnotationConfigApplicationContext(Direct.class)) {
            Checkout checkout = context.getBean(Checkout.class);
            assertThat(checkout.buy("活着")).containsExactly("活着");
            List<String> second = List.copyOf(checkout.buy("围城"));
            assertThat(second).containsExactly("活着", "围城");
            text.append("直接注入        第二位顾客的购物车 ").append(second).append('\n');
        }
        try (var context = new AnnotationConfigApplicationContext(Provided.class)) {
            ProviderCheckout checkout = context.getBean(ProviderCheckout.class);
            checkout.buy("活着");
            List<String> second = checkout.buy("围城");
            assertThat(second).containsExactly("围城");
            text.append("ObjectProvider  第二位顾客的购物车 ").append(second).append('\n');
        }
        try (var context = new AnnotationConfigApplicationContext(Proxied.class)) {
            Checkout checkout = context.getBean(Checkout.class);
            checkout.buy("活着");
            List<String> second = checkout.buy("围城");
            assertThat(second).isEmpty();
            text.append("作用域代理      第二位顾客的购物车 ").append(second).append('\n');
            text.append("作用域代理      注入的类 ")
                    .append(checkout.basket().getClass().getSimpleName()).append('\n');
        }
        Recording.check("scopes.txt", text.toString());
    }

    @Test
    @DisplayName("prototype 的销毁回调从不被调用")
    void neverDestroyed() {
        class Counting extends Basket {
            int closed;

            @Override
            void close() {
                closed++;
            }
        }
        Counting prototype = new Counting();
        Counting singleton = new Counting();
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean("p", Counting.class, () -> prototype, definition -> {
                definition.setScope("prototype");
                definition.setDestroyMethodName("close");
            });
            context.registerBean("s", Counting.class, () -> singleton,
                    definition -> definition.setDestroyMethodName("close"));
            context.refresh();
            assertThat(context.getBean("p")).isSameAs(prototype);
        }
        assertThat(prototype.closed).isZero();
        assertThat(singleton.closed).isOne();
    }

    @Test
    @DisplayName("没有 Web 就没有 request 作用域")
    void requestWithoutWeb() {
        Throwable thrown = catchThrowable(() -> new AnnotationConfigApplicationContext(RequestScoped.class));
        assertThat(thrown).hasRootCauseMessage("No Scope registered for scope name 'request'");
        Recording.check("fail-request-scope.txt", rootCause(thrown));
    }

    @Test
    @DisplayName("record 是 final，代理不了")
    void finalTarget() {
        Throwable thrown = catchThrowable(() -> new AnnotationConfigApplicationContext(FinalTarget.class));
        assertThat(rootCause(thrown)).contains("Cannot subclass final class");
        Recording.check("fail-final-proxy.txt", rootCause(thrown));
    }

    interface Discount {

        String code();
    }

    record Voucher(String code) implements Discount {
    }

    @Configuration(proxyBeanMethods = false)
    static class InterfaceProxy {

        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        Voucher voucher() {
            return new Voucher("SPRING");
        }
    }

    record ByInterface(Discount discount) {
    }

    record ByRecord(Voucher voucher) {
    }

    @Test
    @DisplayName("record 实现接口、只代理接口：按接口注入得到代理，按 record 注入启动失败")
    void interfaces() {
        try (var context = new AnnotationConfigApplicationContext(InterfaceProxy.class, ByInterface.class)) {
            Discount discount = context.getBean(ByInterface.class).discount();
            assertThat(discount).isNotInstanceOf(Voucher.class);
            assertThat(discount.code()).isEqualTo("SPRING");
        }
        assertThat(catchThrowable(() -> new AnnotationConfigApplicationContext(InterfaceProxy.class, ByRecord.class)))
                .hasRootCauseInstanceOf(BeanNotOfRequiredTypeException.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    static class WithAsync {
    }

    static final class Mailer {

        @Async
        public void send() {
        }
    }

    static final class DiscountMailer implements Discount {

        @Async
        public void send() {
        }

        @Override
        public String code() {
            return "SPRING";
        }
    }

    @Test
    @DisplayName("final 类写了 @Async：在 Boot 里也代理不了，启动失败，有没有接口都一样")
    void finalAsync() {
        for (Class<?> mailer : List.of(Mailer.class, DiscountMailer.class)) {
            Throwable thrown = catchThrowable(
                    () -> new SpringApplicationBuilder(WithAsync.class, mailer).run().close());
            assertThat(rootCause(thrown)).contains("Cannot subclass final class");
        }
        // 改成代理接口，有接口的那一个才起得来。
        new SpringApplicationBuilder(WithAsync.class, DiscountMailer.class)
                .run("--spring.aop.proxy-target-class=false").close();
    }

    private static String rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getName() + ": " + cause.getMessage();
    }
}

package com.example.bookstore.orders;

import com.example.bookstore.chaos.Chaos;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** 订单服务。 */
// region application
@SpringBootApplication
@EnableResilientMethods // 没有这一行，@Retryable 与 @ConcurrencyLimit 都不起作用
@Import(Chaos.class)
public class OrdersApplication {
    // endregion application

    /** 用哪一种收款的写法；默认是书店真正用的，其余的给你对照。 */
    enum Guard { NONE, RETRY, FULL }

    /** 设置在 {@code orders.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(OrdersApplication.class).properties("spring.config.name=orders");
    }

    public static void main(String[] args) {
        builder().run(args);
    }

    @Bean
    @Primary
    Payments payments(@Value("${bookstore.guard:full}") Guard guard, RestPayments plain, EagerPayments eager,
            GuardedPayments guarded, SentPayments sent) {
        Payments chosen = switch (guard) {
            case NONE -> plain;
            case RETRY -> eager;
            case FULL -> (orderId, cents) -> sent.honestly(orderId, () -> guarded.charge(orderId, cents));
        };
        // 不直接返回 chosen：同一个对象注册成两个 Bean，它的 @Retryable 会生效两次
        return (orderId, cents) -> chosen.charge(orderId, cents);
    }
}

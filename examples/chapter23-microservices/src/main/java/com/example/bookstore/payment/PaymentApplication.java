package com.example.bookstore.payment;

import com.example.bookstore.chaos.Chaos;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** 支付服务。 */
@SpringBootApplication
@Import(Chaos.class)
public class PaymentApplication {

    /** 设置在 {@code payment.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(PaymentApplication.class).properties("spring.config.name=payment");
    }

    public static void main(String[] args) {
        builder().run(args);
    }
}

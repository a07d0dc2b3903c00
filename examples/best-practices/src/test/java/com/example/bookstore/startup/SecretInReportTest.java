package com.example.bookstore.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.validation.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.validation.annotation.Validated;

/** A key that its record hides, and that the report of a failed start shows. */
@ExtendWith(OutputCaptureExtension.class)
class SecretInReportTest {

    @Validated
    @ConfigurationProperties("bookstore.payment")
    record Payment(@Size(min = 20) String key) {

        @Override
        public String toString() {
            return "Payment[key=******]";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(Payment.class)
    static class Application {
    }

    @Test
    @DisplayName("密钥没有通过校验：toString 打了码，启动失败的报告照样印出它")
    void refusedSecretIsPrinted(CapturedOutput output) {
        assertThat(catchThrowable(() -> new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "bookstore.payment.key=sk-1234").run())).isNotNull();
        assertThat(output).contains("Value: \"sk-1234\"");
    }
}

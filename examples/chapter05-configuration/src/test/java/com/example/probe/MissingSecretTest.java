package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import com.example.book.Recording;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.validation.annotation.Validated;

@DisplayName("秘密没有设置时")
@ExtendWith(OutputCaptureExtension.class)
class MissingSecretTest {

    // region payment
    @Validated
    @ConfigurationProperties("payment")
    public record PaymentProperties(@NotBlank String apiKey) {
    }
    // endregion payment

    @EnableConfigurationProperties(PaymentProperties.class)
    static class Application {
    }

    @Validated
    @ConfigurationProperties("payment")
    public record LongKeyProperties(@Size(min = 32) String apiKey) {
    }

    @EnableConfigurationProperties(LongKeyProperties.class)
    static class LongKeyApplication {
    }

    @Configuration
    @EnableAutoConfiguration
    static class ValueApplication {

        @Bean
        String apiKey(@Value("${payment.api-key}") String apiKey) {
            return apiKey;
        }
    }

    /** 环境变量恰好是这些，别的与平常一样。 */
    private static ConfigurableApplicationContext start(Class<?> application, Map<String, Object> variables,
            String... arguments) {
        return new SpringApplicationBuilder(application).logStartupInfo(false)
                .initializers(context -> context.getEnvironment().getPropertySources().replace("systemEnvironment",
                        new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .run(arguments);
    }

    @Test
    @DisplayName("占位符没有值：record 得到字面的 ${…}，应用照样启动，@NotBlank 也通过")
    void placeholderIsKept() {
        try (var context = start(Application.class, Map.of(),
                "--payment.api-key=${PAYMENT_API_KEY}")) {
            assertThat(context.getBean(PaymentProperties.class).apiKey())
                    .isEqualTo("${PAYMENT_API_KEY}");
        }
    }

    @Test
    @DisplayName("同一个占位符由 @Value 取，启动失败")
    void valueFails() {
        assertThat(catchThrowable(() -> start(ValueApplication.class, Map.of(),
                "--payment.api-key=${PAYMENT_API_KEY}").close()))
                .hasStackTraceContaining("Could not resolve placeholder 'PAYMENT_API_KEY'");
    }

    @Test
    @DisplayName("文件里不写这个键：环境变量直接绑定，缺了就启动失败")
    void notBlankFails(CapturedOutput output) {
        try (var context = start(Application.class, Map.of("PAYMENT_APIKEY", "sk-1234"))) {
            assertThat(context.getBean(PaymentProperties.class).apiKey()).isEqualTo("sk-1234");
        }
        assertThat(catchThrowable(() -> start(Application.class, Map.of()).close())).isNotNull();
        String report = output.toString();
        Recording.check("fail-secret.txt", report.substring(report.indexOf("***************************")));
    }

    @Test
    @DisplayName("秘密不合约束：启动失败的报告把它原样打进日志")
    void theReportPrintsTheSecret(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(LongKeyApplication.class, Map.of("PAYMENT_APIKEY", "sk-1234")).close()))
                .isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", "Value: \"sk-1234\"");
    }

    @ConfigurationProperties(prefix = "payment", ignoreUnknownFields = false)
    public record StrictKeyProperties(String apiKey) {
    }

    @EnableConfigurationProperties(StrictKeyProperties.class)
    static class StrictKeyApplication {
    }

    @Test
    @DisplayName("严格的 record：挂载的目录里多一个秘密，报告也把它打进日志")
    void theReportPrintsASecretNobodyAskedFor(CapturedOutput output, @TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("payment.api-key"), "sk-1234");
        Files.writeString(folder.resolve("payment.old-key"), "sk-9876");
        assertThat(catchThrowable(() -> start(StrictKeyApplication.class, Map.of(),
                "--spring.config.import=configtree:" + folder + "/").close())).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", "Property: payment.old-key", "Value: \"sk-9876\"");
    }
}

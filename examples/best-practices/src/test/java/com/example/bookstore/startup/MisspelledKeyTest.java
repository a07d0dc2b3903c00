package com.example.bookstore.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.util.Map;

import com.example.book.Recording;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/** A configuration file that says free-form where the code reads free-from. */
@ExtendWith(OutputCaptureExtension.class)
class MisspelledKeyTest {

    private static final String MISSPELLED = "bookstore.shipping.free-form=59";

    // region bad
    @Component
    static class Shipping {

        final BigDecimal freeFrom;

        Shipping(@Value("${bookstore.shipping.free-from:99}") BigDecimal freeFrom) {
            this.freeFrom = freeFrom;
        }
    }
    // endregion bad

    // region good
    @Validated
    @ConfigurationProperties(prefix = "bookstore.shipping", ignoreUnknownFields = false)
    record ShippingProperties(@NotNull @Positive BigDecimal freeFrom) {
    }
    // endregion good

    @Configuration(proxyBeanMethods = false)
    @Import(Shipping.class)
    static class WithValue {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(ShippingProperties.class)
    static class WithRecord {
    }

    private static ConfigurableApplicationContext run(Class<?> source, String... properties) {
        return new SpringApplicationBuilder(source).web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off").properties(properties).run();
    }

    @Test
    @DisplayName("@Value 带默认值：键名拼错，照常启动，用的是 99")
    void valueWithDefaultHidesTheTypo(CapturedOutput output) {
        try (var context = run(WithValue.class, MISSPELLED)) {
            assertThat(context.getBean(Shipping.class).freeFrom).isEqualByComparingTo("99");
            assertThat(output).contains("Started").doesNotContain("free-form");
        }
    }

    @Test
    @DisplayName("record 加 ignoreUnknownFields=false：拼错的键让启动失败，报出键名")
    void recordRefusesTheTypo(CapturedOutput output) {
        assertThat(catchThrowable(() -> run(WithRecord.class,
                "bookstore.shipping.free-from=59", MISSPELLED))).isNotNull();
        String report = output.getOut();
        Recording.check("misspelled-key.txt", report.substring(
                report.indexOf("    Property:"), report.indexOf("Action:")));
    }

    @Test
    @DisplayName("只有拼错的键：先报的是 @NotNull，报告里没有拼错的键")
    void theMissingValueIsReportedFirst(CapturedOutput output) {
        assertThat(catchThrowable(() -> run(WithRecord.class, MISSPELLED))).isNotNull();
        assertThat(output).contains("Property: bookstore.shipping.freeFrom").doesNotContain("free-form");
    }

    @Test
    @DisplayName("边界：拼错的键在环境变量或 -D 里，ignoreUnknownFields=false 也不报")
    void environmentVariablesMayHoldOtherKeys() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace("systemEnvironment", new SystemEnvironmentPropertySource(
                "systemEnvironment", Map.of("BOOKSTORE_SHIPPING_FREEFORM", "59")));
        environment.getPropertySources().replace("systemProperties", new MapPropertySource(
                "systemProperties", Map.of("bookstore.shipping.free-form", "59")));
        try (var context = new SpringApplicationBuilder(WithRecord.class).web(WebApplicationType.NONE)
                .environment(environment)
                .properties("spring.main.banner-mode=off", "bookstore.shipping.free-from=99").run()) {
            assertThat(context.getBean(ShippingProperties.class).freeFrom()).isEqualByComparingTo("99");
        }
    }

    @Test
    @DisplayName("record 加 @NotNull：整个漏配，启动也失败；配对了就启动")
    void recordRefusesAMissingValue() {
        assertThat(catchThrowable(() -> run(WithRecord.class)))
                .hasStackTraceContaining("bookstore.shipping.freeFrom");
        try (var context = run(WithRecord.class, "bookstore.shipping.free-from=59")) {
            assertThat(context.getBean(ShippingProperties.class).freeFrom())
                    .isEqualByComparingTo("59");
        }
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class GiftAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GiftAutoConfiguration.class));

    @Test
    void givesADefault() {
        runner.run(context -> assertThat(context.getBean(GiftWrapper.class).wrap("围城"))
                .isEqualTo("纸包的围城"));
    }

    @Test
    void backsOff() {
        runner.withUserConfiguration(BoxConfiguration.class).run(context -> {
            assertThat(context).hasSingleBean(GiftWrapper.class);
            assertThat(context.getBean(GiftWrapper.class).wrap("围城")).isEqualTo("盒装的围城");
        });
        // 用户的 Bean 叫什么名字都一样。
        runner.withBean("ribbon", GiftWrapper.class, () -> book -> "系丝带的" + book).run(context -> {
            assertThat(context).hasSingleBean(GiftWrapper.class);
            assertThat(context.getBean(GiftWrapper.class).wrap("围城")).isEqualTo("系丝带的围城");
        });
    }

    @Test
    void canBeSwitchedOff() {
        runner.withPropertyValues("gift.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(GiftWrapper.class));
        runner.withPropertyValues("gift.enabled=true")
                .run(context -> assertThat(context).hasSingleBean(GiftWrapper.class));
    }

    @Test
    void isACandidate() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates())
                .contains(GiftAutoConfiguration.class.getName());
    }

    @Configuration(proxyBeanMethods = false)
    static class BoxConfiguration {

        @Bean
        GiftWrapper boxWrapper() {
            return book -> "盒装的" + book;
        }
    }
}

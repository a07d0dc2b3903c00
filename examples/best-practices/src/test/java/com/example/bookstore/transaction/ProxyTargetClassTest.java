package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** An own @EnableTransactionManagement without proxyTargetClass, with and without Boot's AOP. */
class ProxyTargetClassTest {

    interface Import {

        void all();
    }

    static class TitleImport implements Import {

        @Override
        @Transactional
        public void all() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Own {
    }

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Own.class).withBean(TitleImport.class);

    @Test
    @DisplayName("不写 proxyTargetClass：Boot 的 AopAutoConfiguration 在，代理的照样是类；它关了，才是接口")
    void bootProxiesTheClassAnyway() {
        ApplicationContextRunner withBoot = application.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class));
        withBoot.run(context -> assertThat(AopUtils.isCglibProxy(context.getBean(Import.class))).isTrue());
        withBoot.withPropertyValues("spring.aop.proxy-target-class=false")
                .run(context -> assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Import.class))).isTrue());
        application.run(context -> assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Import.class))).isTrue());
    }
}

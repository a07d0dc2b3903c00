package com.example.bookstore.locking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.bookstore.support.Warnings;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** What a Boot application has to add, and what happens when it forgets. */
class RetryInBootTest {

    interface Transfers {

        void transfer();
    }

    static class BusyTransfers implements Transfers {

        private int calls;

        @Override
        @Retryable(includes = ConcurrencyFailureException.class, maxRetries = 3, delay = 1)
        public void transfer() {
            calls++;
            throw new CannotAcquireLockException("busy");
        }

        public int calls() {
            return calls;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Resilient {
    }

    private final ApplicationContextRunner boot = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
            .withBean(BusyTransfers.class);

    @Test
    @DisplayName("Boot 应用里写 @EnableResilientMethods 就够：CGLIB 代理，总共调用四次")
    void enabled() {
        boot.withUserConfiguration(Resilient.class).run(context -> {
            BusyTransfers transfers = context.getBean(BusyTransfers.class);
            assertThat(AopUtils.isCglibProxy(transfers)).isTrue();
            assertThat(catchThrowable(transfers::transfer))
                    .isInstanceOf(CannotAcquireLockException.class);
            assertThat(transfers.calls()).isEqualTo(1 + 3);
        });
    }

    @Test
    @DisplayName("漏了 @EnableResilientMethods：只调用一次，没有警告")
    void forgotten() {
        assertThat(Warnings.during(() -> boot.run(context -> {
            BusyTransfers transfers = context.getBean(BusyTransfers.class);
            assertThat(catchThrowable(transfers::transfer))
                    .isInstanceOf(CannotAcquireLockException.class);
            assertThat(transfers.calls()).isEqualTo(1);
        }))).isEmpty();
    }
}

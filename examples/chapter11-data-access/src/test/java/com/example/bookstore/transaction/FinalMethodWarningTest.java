package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.transaction.support.TransactionSynchronizationManager.isActualTransactionActive;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.example.bookstore.support.Warnings;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.annotation.Transactional;

/** What the log says of a final method that touches no field: no exception gives it away. */
class FinalMethodWarningTest {

    static class NoField {

        @Transactional
        public final boolean inTransaction() {
            return isActualTransactionActive();
        }
    }

    private static void start() {
        new ApplicationContextRunner()
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .withUserConfiguration(Shelf.Jdbc.class).withBean(NoField.class)
                .run(context -> assertThat(context.getBean(NoField.class).inTransaction()).isFalse());
    }

    @Test
    @DisplayName("public final 方法不碰字段：没有事务，没有异常；级别是 INFO 时启动有一行 WARN，调成 WARN 反而没有")
    void onlyAtInfo() {
        assertThat(Warnings.during(FinalMethodWarningTest::start)).isEmpty();

        Logger proxies = (Logger) LoggerFactory.getLogger("org.springframework.aop.framework.CglibAopProxy");
        proxies.setLevel(Level.INFO);
        try {
            assertThat(Warnings.during(FinalMethodWarningTest::start)).singleElement().asString()
                    .startsWith("Public final method").contains("NoField.inTransaction()");
        }
        finally {
            proxies.setLevel(null);
        }
    }
}

package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.AopContext;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Lazy;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the other cures of the self-invocation ask for. */
class SelfInjectionTest {

    static class Eager {

        @Autowired
        Eager self;
    }

    static class Later {

        @Lazy
        @Autowired
        Later self;

        @Transactional
        public boolean inTransaction() {
            return TransactionSynchronizationManager.isActualTransactionActive();
        }

        public boolean callThroughSelf() {
            return self.inTransaction();
        }

        @Transactional
        public Object callThroughContext() {
            return AopContext.currentProxy();
        }
    }

    static class Nesting {

        @Transactional
        public boolean innerHasItsOwn() {
            Object outer = currentConnection();
            return audit() != outer;
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public Object audit() {
            return currentConnection();
        }

        private static Object currentConnection() {
            return TransactionSynchronizationManager.getResourceMap().values().iterator().next();
        }
    }

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("spring.datasource.generate-unique-name=true")
            .withUserConfiguration(Shelf.Jdbc.class);

    @Test
    @DisplayName("注入自己：Boot 默认不许循环引用，要加 @Lazy")
    void selfInjection() {
        runner.withBean(Eager.class).run(context -> assertThat(context).getFailure()
                .hasRootCauseInstanceOf(BeanCurrentlyInCreationException.class));
        runner.withBean(Later.class).run(context ->
                assertThat(context.getBean(Later.class).callThroughSelf()).isTrue());
    }

    @Test
    @DisplayName("外层有事务，自调用 REQUIRES_NEW 的方法：不另起事务；从外面调才另起")
    void requiresNewOnThis() {
        runner.withBean(Nesting.class).run(context -> {
            Nesting service = context.getBean(Nesting.class);
            assertThat(service.innerHasItsOwn()).isFalse();
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            assertThat(transaction.<Boolean>execute(status ->
                    service.audit() != Nesting.currentConnection())).isTrue();
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAspectJAutoProxy(proxyTargetClass = true, exposeProxy = true)
    static class Exposing {
    }

    @Test
    @DisplayName("AopContext.currentProxy()：没有打开 exposeProxy 就抛异常，打开了得到代理")
    void currentProxy() {
        runner.withBean(Later.class).run(context -> {
            Later service = context.getBean(Later.class);
            assertThat(catchThrowable(service::callThroughContext))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("exposeProxy");
        });
        runner.withUserConfiguration(Exposing.class).withBean(Later.class).run(context -> {
            Later service = context.getBean(Later.class);
            assertThat(service.callThroughContext()).isSameAs(service);
        });
    }
}

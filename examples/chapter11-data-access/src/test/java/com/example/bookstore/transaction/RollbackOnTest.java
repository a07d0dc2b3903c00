package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import com.example.book.Recording;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import com.example.bookstore.transaction.EightWaysToLoseATransactionTest.Checked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.RollbackOn;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionTemplate;

class RollbackOnTest {

    // region rollback-on
    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true,
            rollbackOn = RollbackOn.ALL_EXCEPTIONS)
    static class RollBackOnEveryException {
    }
    // endregion rollback-on

    @Test
    @DisplayName("rollbackOn = ALL_EXCEPTIONS：全局让受检异常也回滚")
    void rollbackOnAllExceptions() {
        new ApplicationContextRunner()
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .withUserConfiguration(Shelf.Jdbc.class, RollBackOnEveryException.class)
                .withBean(Checked.class)
                .run(context -> {
                    Checked service = context.getBean(Checked.class);
                    assertThatThrownBy(() -> service.importOne("受检异常"))
                            .isInstanceOf(IOException.class);
                    assertThat(context.getBean(Shelf.class).titles()).isEmpty();
                });
    }

    @Test
    @DisplayName("JpaTransactionManager：同样的错，另一句话；NESTED 干脆不支持")
    void withJpa() {
        var context = Application.on(Database.H2);
        var manager = context.getBean(PlatformTransactionManager.class);
        TransactionTemplate outer = new TransactionTemplate(manager);
        TransactionTemplate nested = new TransactionTemplate(manager);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

        Throwable silently = catchThrowable(() -> outer.executeWithoutResult(status ->
                catchThrowable(() -> outer.executeWithoutResult(inner -> {
                    throw new IllegalStateException("邮件发不出去");
                }))));
        assertThat(silently).isInstanceOf(UnexpectedRollbackException.class);
        Recording.check("unexpected-rollback-jpa.txt", silently.toString());

        Throwable unsupported = catchThrowable(() -> outer.executeWithoutResult(status ->
                nested.executeWithoutResult(inner -> { })));
        assertThat(unsupported).isInstanceOf(NestedTransactionNotSupportedException.class);
        Recording.check("nested-with-jpa.txt", unsupported.toString());
    }

    static class AlreadyFailed {

        private final Shelf shelf;

        AlreadyFailed(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        public CompletableFuture<Void> importOne(String title, Throwable failure) {
            shelf.put(title);
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Test
    @DisplayName("返回已经失败的 CompletableFuture：方法正常返回，运行时异常回滚，受检异常提交")
    void alreadyFailed() {
        new ApplicationContextRunner()
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .withUserConfiguration(Shelf.Jdbc.class)
                .withBean(AlreadyFailed.class)
                .run(context -> {
                    AlreadyFailed service = context.getBean(AlreadyFailed.class);
                    service.importOne("运行时异常", new IllegalStateException());
                    service.importOne("受检异常", new IOException());
                    assertThat(context.getBean(Shelf.class).titles()).containsExactly("受检异常");
                });
    }

    static class Swallowing {

        private final Shelf shelf;

        Swallowing(Shelf shelf) {
            this.shelf = shelf;
        }

        @Transactional
        public void importOne(String title) {
            shelf.put(title);
            // What the catch block of a swallowed exception has to say.
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        }
    }

    @Test
    @DisplayName("setRollbackOnly()：方法正常返回，不抛异常，事务照样回滚")
    void setRollbackOnly() {
        new ApplicationContextRunner()
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .withUserConfiguration(Shelf.Jdbc.class)
                .withBean(Swallowing.class)
                .run(context -> {
                    context.getBean(Swallowing.class).importOne("吞异常");
                    assertThat(context.getBean(Shelf.class).titles()).isEmpty();
                });
    }
}

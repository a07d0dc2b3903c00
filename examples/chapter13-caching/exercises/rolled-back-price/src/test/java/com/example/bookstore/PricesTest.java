package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("回滚之后的价格")
class PricesTest {

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        EmbeddedDatabase database() {
            return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
        }

        @Bean
        JdbcClient jdbc(EmbeddedDatabase database) {
            JdbcClient jdbc = JdbcClient.create((javax.sql.DataSource) database);
            jdbc.sql("create table book (id int primary key, price int)").update();
            jdbc.sql("insert into book values (1, 23), (2, 59)").update();
            return jdbc;
        }

        @Bean
        CacheManager cacheManager() {
            return Prices.cacheManager();
        }

        @Bean
        Prices prices(JdbcClient jdbc) {
            return new Prices(jdbc);
        }

        @Bean
        TransactionTemplate transaction(EmbeddedDatabase database) {
            return new TransactionTemplate(new DataSourceTransactionManager(database));
        }
    }

    private AnnotationConfigApplicationContext context;
    private Prices prices;
    private TransactionTemplate transaction;

    @BeforeEach
    void start() {
        context = new AnnotationConfigApplicationContext(Application.class);
        prices = context.getBean(Prices.class);
        transaction = context.getBean(TransactionTemplate.class);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    @DisplayName("回滚：缓存里没有从来没生效过的价格")
    void rollback() {
        assertThat(prices.find(1)).isEqualTo(23);
        transaction.executeWithoutResult(status -> {
            prices.change(1, 30);
            status.setRollbackOnly();
        });
        assertThat(prices.find(1)).isEqualTo(23);
    }

    @Test
    @DisplayName("改完在同一个事务里又读了一次，然后回滚：缓存里也没有那个价格")
    void readBeforeRollback() {
        transaction.executeWithoutResult(status -> {
            prices.change(1, 30);
            prices.find(1);
            status.setRollbackOnly();
        });
        assertThat(prices.find(1)).isEqualTo(23);
    }

    @Test
    @DisplayName("提交之前，别人看到的还是旧价")
    void notYet() {
        prices.find(1);
        transaction.executeWithoutResult(status -> {
            prices.change(1, 30);
            assertThat(CompletableFuture.supplyAsync(() -> prices.find(1)).join()).isEqualTo(23);
        });
        assertThat(prices.find(1)).isEqualTo(30);
    }

    @Test
    @DisplayName("提交之前的最后一刻出了错，事务回滚：缓存里也没有那个价格")
    void failsBeforeCommit() {
        prices.find(1);
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
            prices.change(1, 30);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

                @Override
                public void beforeCommit(boolean readOnly) {
                    throw new IllegalStateException("没有提交成");
                }
            });
        })).hasMessage("没有提交成");
        assertThat(prices.find(1)).isEqualTo(23);
    }

    @Test
    @DisplayName("一本书一个价格：改一本，另一本不变")
    void eachBook() {
        assertThat(prices.find(1)).isEqualTo(23);
        assertThat(prices.find(2)).isEqualTo(59);
        transaction.executeWithoutResult(status -> prices.change(1, 30));
        assertThat(prices.find(2)).isEqualTo(59);
        assertThat(prices.find(1)).isEqualTo(30);
    }

    @Test
    @DisplayName("没有事务时照常")
    void withoutTransaction() {
        prices.find(1);
        prices.change(1, 30);
        assertThat(prices.find(1)).isEqualTo(30);
    }

    @Test
    @DisplayName("仍然有缓存：直接改数据库，读到的还是缓存里的")
    void stillCached() {
        prices.find(1);
        context.getBean(JdbcClient.class).sql("update book set price = 99").update();
        assertThat(prices.find(1)).isEqualTo(23);
    }
}

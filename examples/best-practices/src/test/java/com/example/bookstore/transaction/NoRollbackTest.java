package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.RollbackOn;
import org.springframework.transaction.annotation.Transactional;

/** A method that keeps what it has written, although every other one rolls back on a checked exception. */
class NoRollbackTest {

    static class Failures {

        private final JdbcClient jdbc;

        Failures(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        public void lost() throws IOException {
            write("回滚");
        }

        @Transactional(noRollbackFor = IOException.class)
        public void kept() throws IOException {
            write("留下");
        }

        private void write(String text) throws IOException {
            jdbc.sql("insert into failure values (?)").param(text).update();
            throw new IOException("读封面失败");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(rollbackOn = RollbackOn.ALL_EXCEPTIONS)
    static class Everything {
    }

    @Test
    @DisplayName("全局让受检异常回滚之后，noRollbackFor 的那个方法照样提交")
    void noRollbackForStillWins() {
        new ApplicationContextRunner().withPropertyValues("spring.datasource.generate-unique-name=true")
                .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class))
                .withUserConfiguration(Everything.class).withBean(Failures.class).run(context -> {
                    JdbcClient jdbc = context.getBean(JdbcClient.class);
                    jdbc.sql("create table failure (text varchar(20))").update();
                    Failures failures = context.getBean(Failures.class);
                    assertThat(catchThrowable(failures::lost)).isInstanceOf(IOException.class);
                    assertThat(catchThrowable(failures::kept)).isInstanceOf(IOException.class);
                    assertThat(jdbc.sql("select text from failure").query(String.class).list()).containsExactly("留下");
                });
    }
}

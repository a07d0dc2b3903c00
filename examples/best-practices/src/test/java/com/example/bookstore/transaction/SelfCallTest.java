package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A loop in which every round is a transaction of its own. */
class SelfCallTest {

    // region good
    static class TitleImport {

        private final JdbcClient jdbc;
        private final TransactionTemplate transaction;

        TitleImport(JdbcClient jdbc, TransactionTemplate transaction) {
            this.jdbc = jdbc;
            this.transaction = transaction;
        }

        void importAll(List<String> titles) {
            for (String title : titles) {
                transaction.executeWithoutResult(status -> importOne(title));
            }
        }

        private void importOne(String title) {
            jdbc.sql("insert into shelf values (?)").param(title).update();
            if (title.startsWith("无封面")) {
                throw new IllegalStateException("封面缺失");
            }
        }
    }
    // endregion good

    private SingleConnectionDataSource database;
    private JdbcClient jdbc;

    @BeforeEach
    void open() {
        database = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        jdbc = JdbcClient.create(database);
        jdbc.sql("create table shelf (title varchar(100))").update();
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @Test
    @DisplayName("TransactionTemplate：每本一个事务，失败的那本回滚，前面的留下")
    void everyRoundIsATransaction() {
        TitleImport titles = new TitleImport(jdbc, new TransactionTemplate(new JdbcTransactionManager(database)));
        assertThatThrownBy(() -> titles.importAll(List.of("三体", "无封面的书"))).hasMessage("封面缺失");
        assertThat(jdbc.sql("select title from shelf").query(String.class).list()).containsExactly("三体");
    }
}

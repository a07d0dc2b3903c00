package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
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

    private final DriverManagerDataSource database = new DriverManagerDataSource(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(database));

    @BeforeEach
    void shelf() {
        jdbc.sql("create table shelf (title varchar(100))").update();
    }

    private List<String> shelved() {
        return jdbc.sql("select title from shelf").query(String.class).list();
    }

    @Test
    @DisplayName("TransactionTemplate：每本一个事务，失败的那本回滚，前面的留下，后面的没有轮到")
    void everyRoundIsATransaction() {
        TitleImport titles = new TitleImport(jdbc, transaction);
        assertThatThrownBy(() -> titles.importAll(List.of("三体", "无封面的书", "活着"))).hasMessage("封面缺失");
        assertThat(shelved()).containsExactly("三体");
    }

    @Test
    @DisplayName("外面已经有事务：接住了异常也提交不了，三体也没有；REQUIRES_NEW 才留得下它")
    void insideAnotherTransaction() {
        List<String> titles = List.of("三体", "无封面的书");
        assertThatThrownBy(() -> transaction.executeWithoutResult(outer ->
                assertThatThrownBy(() -> new TitleImport(jdbc, transaction).importAll(titles)).hasMessage("封面缺失")))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertThat(shelved()).isEmpty();

        TransactionTemplate own = new TransactionTemplate(transaction.getTransactionManager());
        own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction.executeWithoutResult(outer ->
                assertThatThrownBy(() -> new TitleImport(jdbc, own).importAll(titles)).hasMessage("封面缺失"));
        assertThat(shelved()).containsExactly("三体");
    }
}

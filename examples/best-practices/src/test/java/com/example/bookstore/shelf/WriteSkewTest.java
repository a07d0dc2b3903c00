package com.example.bookstore.shelf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Version;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Two clerks, one of whom has to stay; each looks at the other's row and changes the own one. */
@SpringBootTest(classes = ShelfApplication.class, properties = {
        "spring.datasource.generate-unique-name=true", "spring.flyway.enabled=false",
        "spring.jpa.hibernate.ddl-auto=create"})
class WriteSkewTest {

    @Entity(name = "clerk")
    static class Clerk {

        @Id
        String name;
        boolean onDuty;
        @Version
        Integer version;
    }

    @Autowired
    EntityManager entities;

    private TransactionTemplate transaction;

    WriteSkewTest(@Autowired PlatformTransactionManager transactions) {
        transaction = new TransactionTemplate(transactions);
        transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    @BeforeEach
    void bothOnDuty() {
        transaction.executeWithoutResult(status -> {
            entities.createQuery("delete from clerk").executeUpdate();
            for (String name : new String[] {"小明", "小红"}) {
                Clerk clerk = new Clerk();
                clerk.name = name;
                clerk.onDuty = true;
                entities.persist(clerk);
            }
        });
    }

    /** Leaves if the colleague, read with the given lock, is there; others may act before it commits. */
    private void leave(String name, String colleague, LockModeType lock, Runnable meanwhile) {
        transaction.executeWithoutResult(status -> {
            Clerk other = entities.find(Clerk.class, colleague, lock);
            meanwhile.run();
            if (other.onDuty) {
                entities.find(Clerk.class, name).onDuty = false;
            }
        });
    }

    private void bothLeave(LockModeType lock) {
        leave("小明", "小红", lock, () -> leave("小红", "小明", lock, () -> { }));
    }

    private long onDuty() {
        return entities.createQuery("select count(c) from clerk c where c.onDuty", Long.class).getSingleResult();
    }

    @Test
    @DisplayName("两行都有 @Version，各读一行、各改另一行：版本都对得上，两个人都走了")
    void versionsOfRowsOnlyReadAreNotChecked() {
        bothLeave(LockModeType.NONE);
        assertThat(onDuty()).isZero();
    }

    @Test
    @DisplayName("读的那一行用 OPTIMISTIC_FORCE_INCREMENT：后提交的失败，留下一个人")
    void unlessTheirVersionMovesToo() {
        assertThatThrownBy(() -> bothLeave(LockModeType.OPTIMISTIC_FORCE_INCREMENT))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(onDuty()).isEqualTo(1);
    }
}

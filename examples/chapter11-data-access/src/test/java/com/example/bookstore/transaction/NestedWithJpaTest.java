package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class NestedWithJpaTest {

    @Test
    @DisplayName("打开 nestedTransactionAllowed：换一句报错，Hibernate 还是不支持")
    void allowingDoesNotHelp() {
        var factory = Application.on(Database.H2).getBean(EntityManagerFactory.class);
        JpaTransactionManager manager = new JpaTransactionManager(factory);
        manager.setNestedTransactionAllowed(true);
        manager.afterPropertiesSet();
        assertThat(manager.getJpaDialect()).isInstanceOf(HibernateJpaDialect.class);
        TransactionTemplate outer = new TransactionTemplate(manager);
        TransactionTemplate nested = new TransactionTemplate(manager);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

        Throwable thrown = catchThrowable(() -> outer.executeWithoutResult(status ->
                nested.executeWithoutResult(inner -> { })));
        assertThat(thrown).isInstanceOf(NestedTransactionNotSupportedException.class);
        Recording.check("nested-with-jpa-allowed.txt", thrown.toString());
    }
}

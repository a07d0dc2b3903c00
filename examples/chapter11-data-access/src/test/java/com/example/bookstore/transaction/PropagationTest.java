package com.example.bookstore.transaction;

import java.util.function.Supplier;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Measures what each propagation does, with and without a transaction around it. */
@SpringBootTest(classes = Shelf.Jdbc.class,
        properties = {"spring.datasource.generate-unique-name=true", "logging.level.root=error"})
class PropagationTest {

    @Autowired
    PlatformTransactionManager manager;
    @Autowired
    Shelf shelf;

    private TransactionTemplate template(Propagation propagation) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation.value());
        return template;
    }

    /** What the inner method finds, and what remains of both when each side fails. */
    private String measure(Propagation propagation, boolean within) {
        TransactionTemplate inner = template(propagation);
        if (!within) {
            return tryRun(() -> inner.execute(status -> describe(status.isNewTransaction())));
        }
        return template(Propagation.REQUIRED).execute(outer ->
                tryRun(() -> inner.execute(status -> describe(status.isNewTransaction()))));
    }

    private static String describe(boolean isNew) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return "没有事务";
        }
        return isNew ? "新的事务" : "外层的事务";
    }

    private static String tryRun(Supplier<String> action) {
        try {
            return action.get();
        }
        catch (TransactionException ex) {
            return ex.getClass().getSimpleName();
        }
    }

    /** The outer writes, the inner writes and fails, the outer catches that and commits. */
    private String afterInnerFailed(Propagation propagation) {
        shelf.clear();
        try {
            template(Propagation.REQUIRED).executeWithoutResult(outer -> {
                shelf.put("外");
                try {
                    template(propagation).executeWithoutResult(inner -> {
                        shelf.put("内");
                        throw new IllegalStateException("内层失败");
                    });
                }
                catch (IllegalStateException ex) {
                    // the outer goes on
                }
            });
        }
        catch (TransactionException ex) {
            return ex.getClass().getSimpleName() + "，留下 " + shelf.titles();
        }
        return "留下 " + shelf.titles();
    }

    @Test
    @DisplayName("七种传播行为的表由实测生成")
    void table() {
        StringBuilder table = new StringBuilder();
        for (Propagation propagation : Propagation.values()) {
            table.append(propagation)
                    .append("\n  外层没有事务时：").append(measure(propagation, false))
                    .append("\n  外层有事务时：　").append(measure(propagation, true));
            if (propagation != Propagation.NEVER) {
                table.append("\n  内层失败、外层接住异常后提交：").append(afterInnerFailed(propagation));
            }
            table.append('\n');
        }
        Recording.check("propagation.txt", table.toString());
    }
}

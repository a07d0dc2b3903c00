package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Service
public class BookImport {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    // region import
    BookImport(JdbcClient jdbc, PlatformTransactionManager transactionManager) {
        this.jdbc = jdbc;
        transaction = new TransactionTemplate(transactionManager);
        // 每本书单独提交，调用方自己已有事务时也是如此
        transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    public List<String> importAll(Map<String, Integer> copiesByTitle) {
        List<String> failed = new ArrayList<>();
        copiesByTitle.forEach((title, copies) -> {
            try {
                // 事务写在代码里，不经过代理，也就没有自调用的问题
                transaction.executeWithoutResult(status -> importOne(title, copies));
            }
            catch (RuntimeException ex) {
                failed.add(title);
            }
        });
        return failed;
    }

    private void importOne(String title, int copies) {
        jdbc.sql("insert into book values (?)").param(title).update();
        jdbc.sql("insert into stock values (?, ?)").params(title, copies).update();
    }
    // endregion import
}

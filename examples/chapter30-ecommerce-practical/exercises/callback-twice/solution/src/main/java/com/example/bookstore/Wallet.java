package com.example.bookstore;

import java.math.BigDecimal;

import javax.sql.DataSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** 顾客的钱包，支付方通知一次，充一次值。 */
public class Wallet {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    public Wallet(DataSource database) {
        this.jdbc = JdbcClient.create(database);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(database));
    }

    // region received
    /** 先记编号，再加钱，在一个事务里；编号重复的，说明已经加过。 */
    public void received(String payment, String customer, BigDecimal amount) {
        try {
            transaction.executeWithoutResult(status -> {
                jdbc.sql("insert into payment (id) values (?)").param(payment).update();
                int changed = jdbc.sql("""
                        update wallet set balance = balance + ? where customer = ?""")
                        .params(amount, customer).update();
                if (changed == 0) {
                    throw new IllegalArgumentException("没有这位顾客：" + customer);
                }
            });
        }
        catch (DuplicateKeyException ex) {
            // 来过了，对方要的只是一句“收到”
        }
    }
    // endregion received

    /** 余额。 */
    public BigDecimal balance(String customer) {
        return jdbc.sql("select balance from wallet where customer = ?").param(customer).query(BigDecimal.class).single();
    }
}

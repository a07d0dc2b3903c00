package com.example.bookstore;

import java.math.BigDecimal;

import javax.sql.DataSource;

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
    /** 收到一条充值成功的通知；可能来几次，也可能同时来。 */
    public void received(String payment, String customer, BigDecimal amount) {
        boolean known = jdbc.sql("select count(*) from payment where id = ?").param(payment)
                .query(Integer.class).single() > 0;
        if (!known) {
            int changed = jdbc.sql("""
                    update wallet set balance = balance + ? where customer = ?""")
                    .params(amount, customer).update();
            if (changed == 0) {
                throw new IllegalArgumentException("没有这位顾客：" + customer);
            }
            jdbc.sql("insert into payment (id) values (?)").param(payment).update();
        }
    }
    // endregion received

    /** 余额。 */
    public BigDecimal balance(String customer) {
        return jdbc.sql("select balance from wallet where customer = ?").param(customer).query(BigDecimal.class).single();
    }
}

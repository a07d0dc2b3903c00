package com.example.bookstore;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Orders, and the patient that takes a second connection while it holds the first. */
@Service
public class Orders {

    private final JdbcClient jdbc;
    private final AuditLog audit;

    Orders(JdbcClient jdbc, AuditLog audit) {
        this.jdbc = jdbc;
        this.audit = audit;
    }

    // region sick
    @Transactional
    public void place(String email) {
        insert(email);
        // 手里有一个连接，再要第二个
        audit.writeApart("下单 " + email);
    }
    // endregion sick

    // region cured
    public void placeWithOneConnection(String email) {
        // 审计自己一个事务，写完就还连接；下单失败了，它还在
        audit.write("下单 " + email);
        insert(email);
    }
    // endregion cured

    private void insert(String email) {
        jdbc.sql("insert into orders (email, status) values (?, 'NEW')").param(email).update();
    }

    /** What the front page asks for. */
    public int latest() {
        return jdbc.sql("select max(id) from orders").query(Integer.class).single();
    }

    // region search
    /** 邮箱不分大小写，返回这位顾客有几张订单。 */
    public int countByEmail(String email) {
        return jdbc.sql("select count(*) from orders where lower(email) = lower(?)")
                .param(email).query(Integer.class).single();
    }
    // endregion search
}

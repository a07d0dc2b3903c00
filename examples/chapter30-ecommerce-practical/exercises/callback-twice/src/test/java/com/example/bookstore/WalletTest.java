package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

class WalletTest {

    private static final BigDecimal FIFTY = new BigDecimal("50.00");

    static {
        System.setProperty("h2.bindAddress", "127.0.0.1"); // no other machine is to come to it
    }

    private final String name = "wallet" + System.nanoTime();
    private JdbcConnectionPool database;
    private JdbcTemplate jdbc;
    private Wallet wallet;

    @BeforeEach
    void start() {
        // In this mode H2 also knows "on conflict do nothing", though not with columns as the chapter writes it.
        database = JdbcConnectionPool.create("jdbc:h2:mem:" + name + ";MODE=PostgreSQL;DB_CLOSE_DELAY=-1", "sa", "");
        jdbc = new JdbcTemplate(database);
        jdbc.execute("create table payment (id varchar(40) primary key)");
        jdbc.execute("create table wallet (customer varchar(40) primary key, balance numeric(10, 2) not null)");
        jdbc.execute("insert into wallet values ('li', 0), ('wang', 0)");
        wallet = new Wallet(database);
    }

    @AfterEach
    void stop() {
        jdbc.execute("shutdown");
        database.dispose();
    }

    @Test
    @DisplayName("来一次，加一次；不同的两笔都加")
    void once() {
        wallet.received("pay-1", "li", FIFTY);
        wallet.received("pay-2", "li", FIFTY);
        assertThat(wallet.balance("li")).isEqualByComparingTo("100.00");
    }

    @Test
    @DisplayName("一条接一条来三次，只加一次")
    void oneAfterAnother() {
        for (int i = 0; i < 3; i++) {
            wallet.received("pay-1", "li", FIFTY);
        }
        assertThat(wallet.balance("li")).isEqualByComparingTo("50.00");
    }

    @Test
    @DisplayName("二十条同时来，落在两个进程里的实例上，只加一次，谁也不报错；同时来的是两笔，两笔都加")
    void together() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + name;
        List<Process> instances = List.of(Instance.start(url), Instance.start(url));
        try {
            for (Process instance : instances) {
                assertThat(instance.inputReader().readLine()).isEqualTo("ready");
            }
            for (int round = 0; round < 20; round++) {
                tell(instances, "pay-" + round, "pay-" + round);
                tell(instances, "own-" + round, "other-" + round);
            }
        }
        finally {
            instances.forEach(Process::destroy);
            server.stop();
        }
        assertThat(wallet.balance("li")).isEqualByComparingTo("3000.00");
    }

    /** 每个实例各收到一笔，同时收到；等它们都做完。 */
    private static void tell(List<Process> instances, String... payments) throws IOException {
        for (int i = 0; i < payments.length; i++) {
            instances.get(i).outputWriter().append(payments[i] + "\n").flush();
        }
        for (Process instance : instances) {
            assertThat(instance.inputReader().readLine()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("没有加成的，不记成来过：顾客建好之后再来，还能加")
    void failedIsNotRemembered() {
        assertThatThrownBy(() -> wallet.received("pay-1", "zhao", FIFTY)).isInstanceOf(IllegalArgumentException.class);
        jdbc.execute("insert into wallet values ('zhao', 0)");
        wallet.received("pay-1", "zhao", FIFTY);
        assertThat(wallet.balance("zhao")).isEqualByComparingTo("50.00");
    }

    @Test
    @DisplayName("编号没有重复，是金额或编号放不进表里：要抛异常，不能当作来过；改对了再来，还能加")
    void whatDoesNotFitIsNotADuplicate() {
        assertThatThrownBy(() -> wallet.received("pay-1", "li", new BigDecimal("100000000.00")))
                .isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> wallet.received("p".repeat(41), "li", FIFTY)).isInstanceOf(RuntimeException.class);
        assertThat(wallet.balance("li")).isEqualByComparingTo("0.00");
        wallet.received("pay-1", "li", FIFTY);
        assertThat(wallet.balance("li")).isEqualByComparingTo("50.00");
    }

    @Test
    @DisplayName("加到一半数据库出了错，也不记成来过：好了之后再来，还能加")
    void brokenIsNotRememberedEither() {
        jdbc.execute("alter table wallet rename to away");
        assertThatThrownBy(() -> wallet.received("pay-1", "li", FIFTY)).isInstanceOf(DataAccessException.class);
        jdbc.execute("alter table away rename to wallet");
        wallet.received("pay-1", "li", FIFTY);
        assertThat(wallet.balance("li")).isEqualByComparingTo("50.00");
    }
}

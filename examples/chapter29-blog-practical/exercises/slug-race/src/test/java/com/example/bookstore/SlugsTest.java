package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@Timeout(60)
class SlugsTest {

    private JdbcClient jdbc;
    private Slugs slugs;

    private static DataSource dataSource() {
        return new DriverManagerDataSource("jdbc:h2:mem:slugs;DB_CLOSE_DELAY=-1", "sa", "");
    }

    private static JdbcClient client() {
        return JdbcClient.create(dataSource());
    }

    @BeforeEach
    void emptyDatabase() {
        jdbc = client();
        jdbc.sql("drop table if exists post").update();
        jdbc.sql("create table post (slug varchar(100) unique)").update();
        slugs = new Slugs(jdbc);
    }

    private List<String> stored() {
        return jdbc.sql("select slug from post").query(String.class).list();
    }

    @Test
    void oneAfterAnother() {
        assertThat(slugs.create("hello")).isEqualTo("hello");
        assertThat(slugs.create("hello")).isEqualTo("hello-2");
        assertThat(slugs.create("hello")).isEqualTo("hello-3");
        assertThat(slugs.create("other")).isEqualTo("other");
    }

    /** 别的文章的地址也以它开头，不算同名 */
    @Test
    void anotherTitleThatBeginsTheSame() {
        assertThat(slugs.create("hello-world")).isEqualTo("hello-world");
        assertThat(slugs.create("hello")).isEqualTo("hello");
        assertThat(slugs.create("hello")).isEqualTo("hello-2");
    }

    /** 八个人各用各的 Slugs，像几台服务器：一个进程里的锁管不到别的进程 */
    @Test
    void eightAtOnceTenTimes() throws Exception {
        for (int round = 0; round < 10; round++) {
            String base = "news" + round;
            CyclicBarrier start = new CyclicBarrier(8);
            List<String> got = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
                List<Future<String>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    Slugs own = new Slugs(client());
                    all.add(threads.submit(() -> {
                        start.await(10, TimeUnit.SECONDS);
                        return own.create(base);
                    }));
                }
                for (Future<String> one : all) {
                    got.add(one.get());
                }
            }
            assertThat(got).doesNotHaveDuplicates()
                    .containsExactlyInAnyOrder(base, base + "-2", base + "-3", base + "-4", base + "-5", base + "-6",
                            base + "-7", base + "-8");
            assertThat(stored()).containsAll(got);
        }
    }

    /** 另一台服务器抢在插入之前存下同一个名字：static 的锁、字符串上的锁也管不到它 */
    @Test
    void anotherServerTakesTheNameJustBefore() {
        DataSource late = beforeTheFirstInsert(() -> jdbc.sql("insert into post (slug) values ('hello')").update());
        assertThat(new Slugs(JdbcClient.create(late)).create("hello")).isEqualTo("hello-2");
        assertThat(stored()).containsExactlyInAnyOrder("hello", "hello-2");
    }

    private interface Event {

        void happens() throws SQLException;
    }

    private static DataSource beforeTheFirstInsert(Event event) {
        AtomicBoolean over = new AtomicBoolean();
        return new DelegatingDataSource(dataSource()) {

            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return (Connection) Proxy.newProxyInstance(SlugsTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            && arguments[0].toString().toLowerCase(Locale.ROOT).matches("(?s)\\s*(insert|merge)\\b.*")
                            && over.compareAndSet(false, true)) {
                        event.happens();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    }
                    catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                });
            }
        };
    }

    @Test
    void atMostFifty() {
        for (int i = 0; i < 50; i++) {
            slugs.create("hello");
        }
        assertThatThrownBy(() -> slugs.create("hello")).isInstanceOf(RuntimeException.class);
        assertThat(stored()).hasSize(50);
    }

    /** 第一次插入时连接断了：名字没有被占，不能当作被占，悄悄换成下一个 */
    @Test
    void anErrorThatIsNoDuplicateIsNotTakenForOne() {
        AtomicBoolean broken = new AtomicBoolean();
        DataSource flaky = beforeTheFirstInsert(() -> {
            broken.set(true);
            throw new SQLException("连接断了", "08006");
        });
        assertThatThrownBy(() -> new Slugs(JdbcClient.create(flaky)).create("hello"))
                .isInstanceOf(DataAccessException.class).hasStackTraceContaining("连接断了");
        assertThat(broken).isTrue();
        assertThat(stored()).isEmpty();
    }

    @Test
    void otherErrorsAreNotHidden() {
        assertThatThrownBy(() -> slugs.create("x".repeat(101))).isInstanceOf(DataIntegrityViolationException.class);
        jdbc.sql("drop table post").update();
        assertThatThrownBy(() -> slugs.create("hello")).isInstanceOf(BadSqlGrammarException.class);
    }
}

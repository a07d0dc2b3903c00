package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import com.example.book.Recording;
import com.example.book.Table;

class StatementTests {

    private static final MySqlServer SERVER = MySqlServer.shared();

    @BeforeEach
    void tables() {
        SERVER.anew().execute(
                "create table bookstore.book (id int primary key auto_increment, title varchar(50), author varchar(50),"
                        + " price int)",
                "create table bookstore.old_book (title varchar(50)) character set utf8mb3",
                "create table bookstore.stock (id int primary key, quantity int)",
                "insert into bookstore.stock values (1, 10)");
    }

    @Test
    @DisplayName("表的字符集是 utf8mb3：表情存不进去；换成 utf8mb4 就行")
    void emoji() {
        try (ConfigurableApplicationContext context = SERVER.application(null)) {
            JdbcClient client = context.getBean(JdbcClient.class);
            Runnable insert = () -> client.sql("insert into old_book values (?)").param("夏天😀").update();
            Recording.check("emoji.txt", ConnectTests.chain(catchThrowable(insert::run)));
            assertThat(catchThrowable(() -> client.sql("insert into old_book values ('𠮷')").update()))
                    .as("a rare character").rootCause().hasMessageStartingWith("Incorrect string value");
            SERVER.execute("alter table bookstore.old_book convert to character set utf8mb4");
            insert.run();
            assertThat(client.sql("select title from old_book").query(String.class).single()).isEqualTo("夏天😀");
        }
    }

    @Test
    @DisplayName("每位作者最贵的书：select 里有没分组的列，MySQL 8 拒绝")
    void groupBy() {
        try (ConfigurableApplicationContext context = SERVER.application(null)) {
            JdbcClient client = context.getBean(JdbcClient.class);
            client.sql("insert into book (title, author, price) values ('贵的', '甲', 90), ('便宜的', '甲', 10)").update();
            Recording.check("group-by.txt", ConnectTests.chain(catchThrowable(() -> client
                    .sql("select author, title, max(price) from book group by author").query().listOfRows())));
            assertThatNoException().isThrownBy(() -> client
                    .sql("select author, any_value(title), max(price) from book group by author").query().listOfRows());
            assertThat(client.sql("""
                    select title from (select title, row_number() over (partition by author order by price desc) place
                    from book) ranked where place = 1
                    """).query(String.class).single()).isEqualTo("贵的");
        }
    }

    @Test
    @DisplayName("批量插入 1,000 行，服务器收到几条 insert")
    void batch() {
        Table table = new Table("地址里写的", "服务器执行的 insert", "`batchUpdate` 返回的第一个数");
        for (String parameters : new String[] {"", "rewriteBatchedStatements=true"}) {
            SERVER.execute("truncate bookstore.book");
            try (ConfigurableApplicationContext context = SERVER.application(parameters)) {
                long before = inserts();
                int[] counts = context.getBean(JdbcTemplate.class).batchUpdate(
                        "insert into book (title, author, price) values (?, ?, ?)", thousandBooks());
                table.row(parameters.isEmpty() ? "什么也不写" : "`" + parameters + "`", inserts() - before, counts[0]);
            }
            assertThat(SERVER.query("select count(*) from bookstore.book")).isEqualTo("1000");
        }
        Recording.check("batch.txt", table.toString());
    }

    private static List<Object[]> thousandBooks() {
        return IntStream.range(0, 1000).mapToObj(i -> new Object[] {"书 " + i, "甲", i}).toList();
    }

    private static long inserts() {
        return Long.parseLong(SERVER.query("show global status like 'Com_insert'"));
    }

    @Test
    @DisplayName("默认的 REPEATABLE READ 里先读后写：别人的更新被盖掉，不报错")
    void lostUpdate() {
        try (ConfigurableApplicationContext context = SERVER.application(null)) {
            JdbcClient client = context.getBean(JdbcClient.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transaction.executeWithoutResult(status -> {
                int quantity = client.sql("select quantity from stock").query(Integer.class).single();
                SERVER.execute("update bookstore.stock set quantity = quantity - 1");
                client.sql("update stock set quantity = ?").param(quantity - 1).update();
            });
            assertThat(SERVER.query("select quantity from bookstore.stock")).as("two were sold").isEqualTo("9");
            transaction.executeWithoutResult(status -> {
                client.sql("select quantity from stock").query(Integer.class).single();
                SERVER.execute("update bookstore.stock set quantity = quantity - 1");
                client.sql("update stock set quantity = quantity - 1").update();
            });
            assertThat(SERVER.query("select quantity from bookstore.stock")).as("computed by the database")
                    .isEqualTo("7");
        }
    }

    @Test
    @DisplayName("事务里建表、改表、清空、删表，先把事务提交了，之后回滚不了；建临时表不会")
    void ddlCommits() {
        try (ConfigurableApplicationContext context = SERVER.application(null)) {
            JdbcClient client = context.getBean(JdbcClient.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Map<String, String> left = new LinkedHashMap<>();
            for (String ddl : List.of("create table coupon (id int)", "alter table coupon add code int",
                    "truncate table coupon", "drop table coupon", "create temporary table basket (id int)")) {
                SERVER.execute("update bookstore.stock set quantity = 10");
                transaction.executeWithoutResult(status -> {
                    client.sql("update stock set quantity = 0").update();
                    client.sql(ddl).update();
                    status.setRollbackOnly();
                });
                left.put(ddl, SERVER.query("select quantity from bookstore.stock"));
            }
            assertThat(left.values()).containsExactly("0", "0", "0", "0", "10");
        }
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import com.example.book.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The outbox on H2, with a broker that fails when told to. */
class RelayTests {

    private final String url = "jdbc:h2:mem:relay-" + System.nanoTime() + ";MODE=PostgreSQL";
    private SingleConnectionDataSource database;
    private JdbcClient jdbc;
    private TransactionTemplate transaction;
    private final List<String> sent = new ArrayList<>();
    private String failing = "";
    private Outbox outbox;

    @BeforeEach
    void start() {
        database = new SingleConnectionDataSource(url, true);
        new ResourceDatabasePopulator(new ClassPathResource("outbox.sql")).execute(database);
        jdbc = JdbcClient.create(database);
        transaction = new TransactionTemplate(new JdbcTransactionManager(database));
        outbox = new Outbox(jdbc, transaction, (key, event) -> {
            if (event.equals(failing)) {
                throw new IllegalStateException("Kafka 没有答复");
            }
            sent.add(key + ":" + event);
        });
    }

    @AfterEach
    void stop() {
        database.destroy();
    }

    @Test
    void sendsInOrder() {
        outbox.place(1, "li");
        outbox.place(2, "zhang");
        assertThat(outbox.relay()).isEqualTo(2);
        assertThat(sent).containsExactly("li:order-1", "zhang:order-2");
    }

    @Test
    void sendsOnce() {
        outbox.place(1, "li");
        outbox.relay();
        assertThat(outbox.relay()).isZero();
        assertThat(sent).hasSize(1);
    }

    @Test
    void nothingPending() {
        assertThat(outbox.relay()).isZero();
    }

    @Test
    void brokerFails() {
        outbox.place(1, "li");
        failing = "order-1";
        assertThatThrownBy(outbox::relay).hasMessage("Kafka 没有答复");
        outbox.place(2, "wang");
        assertThatThrownBy(outbox::relay).hasMessage("Kafka 没有答复");
        failing = "";
        assertThat(outbox.relay()).isEqualTo(2);
        assertThat(sent).containsExactly("li:order-1", "wang:order-2");
    }

    @Test
    void brokerFailsHalfway() {
        outbox.place(1, "li");
        outbox.place(2, "li");
        failing = "order-2";
        assertThatThrownBy(outbox::relay).hasMessage("Kafka 没有答复");
        failing = "";
        // The first is marked, so it is not sent again.
        outbox.relay();
        assertThat(sent).containsExactly("li:order-1", "li:order-2");
    }

    @Test
    void noTransactionWhileTheBrokerIsSlow() {
        List<Boolean> open = new ArrayList<>();
        Outbox slow = new Outbox(jdbc, transaction, (key, event) ->
                open.add(TransactionSynchronizationManager.isActualTransactionActive()));
        slow.place(1, "li");
        assertThat(slow.relay()).isEqualTo(1);
        assertThat(open).containsExactly(false);
    }

    @Test
    void sentAgainWhenTheMarkIsNotWritten() {
        outbox.place(1, "li");
        Outbox cutOff = new Outbox(jdbc, transaction, (key, event) -> {
            sent.add(key + ":" + event);
            throw new IllegalStateException("发出去了，还没有记下");
        });
        assertThatThrownBy(cutOff::relay).hasMessage("发出去了，还没有记下");
        outbox.relay();
        assertThat(sent).containsExactly("li:order-1", "li:order-1");
    }

    /** While the one waits for the broker, the other sends as well: each event twice, and none before an earlier one. */
    @Test
    void twoRelaysSendTwice() {
        outbox.place(1, "li");
        outbox.place(2, "li");
        Outbox waits = new Outbox(jdbc, transaction, (key, event) -> {
            outbox.relay();
            sent.add(key + ":" + event);
        });
        assertThat(waits.relay()).isEqualTo(2);
        assertThat(sent).containsExactly("li:order-1", "li:order-2", "li:order-1", "li:order-2");
        assertThat(sent.stream().distinct()).containsExactly("li:order-1", "li:order-2");
    }

    /** What is often done so that nothing is sent twice: each relay takes what no other has locked. */
    @Test
    void skippingWhatIsLockedOvertakes() {
        outbox.place(1, "li");
        outbox.place(2, "li");
        String next = "select id from outbox where not sent order by id limit 1 for update skip locked";
        SingleConnectionDataSource other = new SingleConnectionDataSource(url, true);
        try {
            transaction.executeWithoutResult(slow -> {
                assertThat(jdbc.sql(next).query(Long.class).single()).isEqualTo(1);
                // The first is still waiting for the broker, and the customer's second order goes out.
                assertThat(JdbcClient.create(other).sql(next).query(Long.class).single()).isEqualTo(2);
            });
        }
        finally {
            other.destroy();
        }
    }

    @Test
    void orderRollsBack() {
        // The event's number is taken: the order has been inserted by then.
        jdbc.sql("insert into outbox (id, event_key, event) values (1, 'zhang', 'earlier')").update();
        assertThatThrownBy(() -> outbox.place(1, "li")).isInstanceOf(DuplicateKeyException.class);
        assertThat(count("book_order")).isZero();
        // The order's number is taken.
        jdbc.sql("insert into book_order (id, customer) values (2, 'zhang')").update();
        assertThatThrownBy(() -> outbox.place(2, "li")).isInstanceOf(DuplicateKeyException.class);
        assertThat(count("outbox where id = 2")).isZero();
    }

    private int count(String from) {
        return jdbc.sql("select count(*) from " + from).query(Integer.class).single();
    }

    @Test
    void hundredAtATime() {
        for (int id = 1; id <= 150; id++) {
            outbox.place(id, "li");
        }
        assertThat(outbox.relay()).isEqualTo(100);
        assertThat(outbox.relay()).isEqualTo(50);
    }

    @Test
    void inboxOnce() {
        Inbox inbox = new Inbox(jdbc, transaction);
        assertThat(inbox.once("mail", "order-1", () -> sent.add("mail"))).isTrue();
        assertThat(inbox.once("mail", "order-1", () -> sent.add("mail"))).isFalse();
        assertThat(sent).containsExactly("mail");
    }

    @Test
    void twoGroupsHandleItEach() {
        Inbox inbox = new Inbox(jdbc, transaction);
        assertThat(inbox.once("mail", "order-1", () -> sent.add("mail"))).isTrue();
        assertThat(inbox.once("sales", "order-1", () -> sent.add("sales"))).isTrue();
        assertThat(inbox.once("sales", "order-1", () -> sent.add("sales"))).isFalse();
        assertThat(sent).containsExactly("mail", "sales");
    }

    /** The picture of both ways, held against what is there after the cut. */
    @Test
    void theFigureShowsWhatIsLostAndWhatIsSentAgain() throws IOException {
        Inbox inbox = new Inbox(jdbc, transaction);
        List<String> dual = new ArrayList<>(List.of("双写"));
        jdbc.sql("insert into book_order (id, customer) values (1, 'li')").update();
        dual.add(count("book_order") == 1 ? "订单写进数据库" : "没有订单");
        dual.add("kill -9"); // the line that sends is not reached
        dual.add(sent.isEmpty() ? "事件没有发" : "事件发了");
        dual.add(outbox.relay() == 0 ? "重启，没有人记得" : "补上了");
        dual.add(sent.isEmpty() ? "少一封信" : "一封信");

        List<String> kept = new ArrayList<>(List.of("发件箱"));
        outbox.place(2, "li");
        kept.add(count("book_order where id = 2") == 1 && count("outbox where id = 2") == 1 ? "订单和事件一起写" : "只写了一样");
        Outbox cutOff = new Outbox(jdbc, transaction, (key, event) -> {
            sent.add(event);
            throw new IllegalStateException("kill -9");
        });
        assertThatThrownBy(cutOff::relay).hasMessage("kill -9");
        kept.add(sent.size() == 1 ? "发给 Kafka" : "没有发");
        kept.add("kill -9");
        kept.add(outbox.relay() == 1 && sent.size() == 2 ? "重启，再发一次" : "没有人记得");
        List<String> mails = new ArrayList<>();
        assertThat(inbox.once("mail", "order-2", () -> mails.add("order-2"))).isTrue();
        kept.add(inbox.once("mail", "order-2", () -> mails.add("order-2")) ? "又寄一次" : "收件箱：来过了");
        kept.add(mails.size() == 1 ? "一封信" : "两封信");

        String figure = Files.readString(Recording.module()
                .resolve("../../static/img/chapter22-message-queue/outbox.svg"));
        assertThat(drawn(figure, 112)).isEqualTo(dual);
        assertThat(drawn(figure, 328)).isEqualTo(kept);
    }

    /** The words of one column, from top to bottom. */
    private static List<String> drawn(String figure, int x) {
        return Pattern.compile("<text x=\"" + x + "(?:\\.0)?\" y=\"([\\d.]+)\"[^>]*>([^<]+)</text>").matcher(figure)
                .results().sorted(Comparator.comparingDouble(word -> Double.parseDouble(word.group(1))))
                .map(word -> word.group(2)).toList();
    }

    @Test
    void inboxOthers() {
        Inbox inbox = new Inbox(jdbc, transaction);
        inbox.once("mail", "order-1", () -> sent.add("1"));
        inbox.once("mail", "order-2", () -> sent.add("2"));
        assertThat(sent).containsExactly("1", "2");
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.payment.ProviderClient;
import com.example.bookstore.payment.ProviderClient.Entry;
import com.example.bookstore.reconcile.Reconciliation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.ResourceAccessException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("对账：补什么，不补什么")
class ReconciliationTests extends RunningStore {

    @Autowired
    private ApplicationContext context;
    @Autowired
    private JsonMapper json;
    @Autowired
    private TransactionTemplate transaction;

    @Test
    @DisplayName("账单上的金额与订单不同：不补，不退，报告出来；人去退了之后账是平的")
    void wrongAmount() {
        String isbn = newBook("23.00", 1);
        long id = charged(isbn);
        place().pay(id, "cheapLost");
        Reconciliation.Report report = reconciliation.run();
        assertThat(report.healed()).isZero();
        assertThat(report.differences())
                .containsExactly("金额与订单不同：pay-%d，订单 %d 应付 23.00，对方记着 0.01".formatted(id, id));
        assertThat(state(id)).isEqualTo(OrderState.PENDING);
        assertThat(paymentState(id)).isEqualTo("没有");
        assertThat(level(isbn)).extracting("reserved", "sold").containsExactly(1, 0);
        assertThat(place().count("outbox where body = 'pay-" + id + "'")).isZero();
        Recording.check("wrong-amount.txt", report.differences().getFirst()
                .replaceAll("pay-\\d+，订单 \\d+", "pay-42，订单 42"));

        refundByHand(id);
        assertThat(reconciliation.run()).isEqualTo(new Reconciliation.Report(1, List.of()));
        assertThat(paymentState(id)).isEqualTo("REFUNDED");
        assertThat(state(id)).isEqualTo(OrderState.PENDING);
    }

    /** What a person does at the provider. */
    private static void refundByHand(long order) {
        assertThat(Place.send(HttpRequest.newBuilder(place().provider("/refunds"))
                .POST(BodyPublishers.ofString("{\"payment\":\"pay-" + order + "\"}"))).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("通知丢了，对账时订单已经取消：钱退给顾客")
    void lostAndCancelled() {
        long id = charged(newBook("23.00", 1));
        place().pay(id, "lost");
        orders.cancel(id);
        assertThat(reconciliation.run().healed()).isEqualTo(1);
        Place.await(() -> paymentState(id).equals("REFUNDED"));
        balanced();
    }

    @Test
    @DisplayName("账单里有读不懂的、重复的、没有订单的：一行一行地报告，不耽误别的")
    void badLines() {
        long good = charged(newBook("23.00", 1));
        long twice = charged(newBook("23.00", 1));
        BigDecimal price = new BigDecimal("23.00");
        List<Entry> statement = new ArrayList<>(provider.statement());
        statement.addAll(List.of(
                new Entry("bad-1", good, new BigDecimal("23.001"), false),
                new Entry("bad-2", good, new BigDecimal("1E+2147483647"), false),
                new Entry("bad-3", 0, price, false),
                new Entry("bad-4", 999_999_999, price, false),
                new Entry("pay-" + twice, twice, price, false),
                new Entry("pay-" + twice, twice, price, false),
                new Entry("pay-" + good, good, price, false)));
        statement.add(null); // JSON 的 null
        Reconciliation.Report report = reconcile(statement);
        assertThat(report.healed()).isEqualTo(2);
        String unreadable = "账单里有一行读不懂：Entry[payment=%s, order=%d, amount=%s, refunded=false]，%s";
        assertThat(report.differences()).containsExactlyInAnyOrder(
                unreadable.formatted("bad-1", good, "23.001", "amount 不是整分"),
                unreadable.formatted("bad-2", good, "1E+2147483647", "amount 要在 0.01 到 99999999.99 之间"),
                unreadable.formatted("bad-3", 0, "23.00", "order 要大于零"),
                "金额与订单不同：bad-4，订单 999999999 没有，对方记着 23.00",
                "账单里不止一行：pay-" + twice, "账单里有一行是空的");
        Place.await(() -> state(good) == OrderState.SHIPPED && state(twice) == OrderState.SHIPPED);
        place().pay(good, "normal"); // 真的账单上也有
        place().pay(twice, "normal");
        balanced();
    }

    @Test
    @DisplayName("同一笔钱，我们记在一张订单上，账单记在另一张上：金额一样，也要报告")
    void anotherOrder() {
        long id = charged(newBook("23.00", 1));
        place().pay(id, "normal");
        Place.await(() -> state(id) == OrderState.SHIPPED);
        long other = place("wang", newBook("23.00", 1), 1);
        List<Entry> statement = provider.statement().stream().map(entry -> entry.payment().equals("pay-" + id)
                ? new Entry(entry.payment(), other, entry.amount(), entry.refunded()) : entry).toList();
        assertThat(reconcile(statement).differences())
                .containsExactly("订单号不同：pay-%d，我们 %d，对方 %d".formatted(id, id, other));
        balanced();
    }

    /** Reconciles with another statement than the provider's. */
    private Reconciliation.Report reconcile(List<Entry> statement) {
        ProviderClient lying = mock(ProviderClient.class);
        given(lying.statement()).willReturn(statement);
        MeterRegistry meters = new SimpleMeterRegistry();
        try (GenericApplicationContext child = with(lying, meters)) {
            Reconciliation.Report report = child.getBean("ofAnother", Reconciliation.class).run();
            assertThat(meters.get("bookstore.reconcile.differences").gauge().value()).isEqualTo(report.differences().size());
            return report;
        }
    }

    private GenericApplicationContext with(ProviderClient another, MeterRegistry meters) {
        GenericApplicationContext child = new GenericApplicationContext();
        child.setParent(context);
        child.registerBean("another", ProviderClient.class, () -> another, definition -> definition.setPrimary(true));
        child.registerBean("meters", MeterRegistry.class, () -> meters, definition -> definition.setPrimary(true));
        new AnnotatedBeanDefinitionReader(child).registerBean(Reconciliation.class, "ofAnother");
        child.refresh();
        return child;
    }

    @Test
    @DisplayName("要不到账单，账单里有一行的类型不对、少了订单号：对账失败，指标不是零")
    void noStatement() {
        fails(asked -> {
            throw new ResourceAccessException("支付方没有答复");
        }, ResourceAccessException.class);
        for (String second : List.of("\"order\":2,\"amount\":\"一元\"", "\"amount\":23.00")) {
            String twoLines = """
                    [{"payment":"pay-1","order":1,"amount":23.00,"refunded":false},
                     {"payment":"pay-2",%s,"refunded":false}]""".formatted(second);
            fails(asked -> json.readValue(twoLines, new TypeReference<List<Entry>>() { }), JacksonException.class);
        }
    }

    private void fails(Answer<List<Entry>> statement, Class<? extends Exception> why) {
        ProviderClient another = mock(ProviderClient.class);
        given(another.statement()).willAnswer(statement);
        MeterRegistry meters = new SimpleMeterRegistry();
        try (GenericApplicationContext child = with(another, meters)) {
            assertThatThrownBy(child.getBean("ofAnother", Reconciliation.class)::run).isInstanceOf(why);
            assertThat(meters.get("bookstore.reconcile.differences").gauge().value()).isEqualTo(-1);
        }
    }

    @Test
    @DisplayName("正在对账的时候，指标还是上一次的：好好的一次不会引来告警")
    void whileItRuns() {
        List<Double> seen = new ArrayList<>();
        MeterRegistry meters = new SimpleMeterRegistry();
        ProviderClient watching = mock(ProviderClient.class);
        given(watching.statement()).willAnswer(asked -> {
            seen.add(meters.get("bookstore.reconcile.differences").gauge().value());
            return context.getBean(ProviderClient.class).statement();
        });
        try (GenericApplicationContext child = with(watching, meters)) {
            assertThat(child.getBean("ofAnother", Reconciliation.class).run().differences()).isEmpty();
        }
        assertThat(seen).containsExactly(0.0);
    }

    @Test
    @DisplayName("付了款，发货的消息却没有了：十分钟后报告")
    void paidButNeverShipped() {
        long id = charged(newBook("23.00", 1));
        steps.at("callback.before-commit",
                () -> jdbc.sql("delete from outbox where body = ?").param(String.valueOf(id)).update());
        place().pay(id, "normal");
        Place.await(() -> state(id) == OrderState.PAID);
        steps.clear();
        balanced();
        jdbc.sql("update payment set received_at = now() - interval '11 minutes' where order_id = ?").param(id).update();
        assertThat(reconciliation.run().differences()).containsExactly("付了款的订单十分钟还没有发货：" + id);
        jdbc.sql("insert into outbox (topic, body) values ('order.paid', ?)").param(String.valueOf(id)).update();
        Place.await(() -> state(id) == OrderState.SHIPPED);
        balanced();
    }

    @Test
    @DisplayName("多放回一次，别的订单还占着这本书：当时不报错，到别的订单付款、取消时才报；对账说得出是哪一本")
    void releasedTwiceWhileAnotherOrderHoldsTheBook() {
        String isbn = newBook("23.00", 2);
        long first = place("li", isbn, 1);
        long another = place("wang", isbn, 1);
        orders.cancel(first);
        transaction.executeWithoutResult(status -> stock.release(isbn, 1));
        assertThat(level(isbn)).extracting("available", "reserved").containsExactly(2, 0);
        assertThat(reconciliation.run().differences()).containsExactly("占着或卖掉的本数与订单不一致：" + isbn);
        assertThatThrownBy(() -> orders.cancel(another)).isInstanceOf(DataIntegrityViolationException.class)
                .hasMessageContaining("stock_reserved_check");
        assertThatThrownBy(() -> transaction.executeWithoutResult(
                status -> orders.pay(another, new BigDecimal("23.00"))))
                .isInstanceOf(DataIntegrityViolationException.class).hasMessageContaining("stock_reserved_check");
        jdbc.sql("update stock set available = 1, reserved = 1 where isbn = ?").param(isbn).update();
        orders.cancel(another);
        balanced();
    }

    @Test
    @DisplayName("补到一半断了数据库：那一笔没有补成，也没有补一半；再对一次就补上，书卖一次")
    void cutOffWhileHealing() {
        String isbn = newBook("23.00", 1);
        long id = charged(isbn);
        place().pay(id, "lost");
        steps.at("callback.before-commit", () -> {
            steps.clear();
            int pid = jdbc.sql("select pg_backend_pid()").query(Integer.class).single();
            assertThat(place().jdbc().sql("select pg_terminate_backend(?, 10000)").param(pid).query(Boolean.class).single())
                    .isTrue();
        });
        assertThat(reconciliation.run()).isEqualTo(new Reconciliation.Report(0,
                List.of("没有补成：pay-%d，订单 %d，原因在日志里".formatted(id, id))));
        assertThat(paymentState(id)).isEqualTo("没有");
        assertThat(level(isbn)).extracting("reserved", "sold").containsExactly(1, 0);
        assertThat(reconciliation.run()).isEqualTo(new Reconciliation.Report(1, List.of()));
        Place.await(() -> state(id) == OrderState.SHIPPED);
        assertThat(level(isbn)).extracting("reserved", "sold").containsExactly(0, 1);
        balanced();
    }

    @Test
    @DisplayName("库存坏了，丢了通知的那一笔补不成：报告出来，也报告是哪一本；后面的照样补")
    void oneCannotBeHealed() {
        String isbn = newBook("23.00", 2);
        long first = place("li", isbn, 1);
        long broken = charged(isbn);
        long behind = charged(newBook("23.00", 1));
        orders.cancel(first);
        transaction.executeWithoutResult(status -> stock.release(isbn, 1));
        place().pay(broken, "lost");
        place().pay(behind, "lost");
        assertThat(reconciliation.run()).isEqualTo(new Reconciliation.Report(1, List.of(
                "没有补成：pay-%d，订单 %d，原因在日志里".formatted(broken, broken), "占着或卖掉的本数与订单不一致：" + isbn)));
        assertThat(paymentState(behind)).isEqualTo("ACCEPTED");
        jdbc.sql("update stock set available = 1, reserved = 1 where isbn = ?").param(isbn).update();
        assertThat(reconciliation.run()).isEqualTo(new Reconciliation.Report(1, List.of()));
        Place.await(() -> state(broken) == OrderState.SHIPPED && state(behind) == OrderState.SHIPPED);
        balanced();
    }
}

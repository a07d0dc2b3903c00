package com.example.bookstore.reconcile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.example.bookstore.orders.Order;
import com.example.bookstore.orders.Orders;
import com.example.bookstore.payment.Notice;
import com.example.bookstore.payment.Payments;
import com.example.bookstore.payment.Payments.Payment;
import com.example.bookstore.payment.ProviderClient;
import com.example.bookstore.payment.ProviderClient.Entry;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** 对账：与支付方的账单对，也与自己对。补得上的补上，补不上的报告。 */
@Component
public class Reconciliation {

    private static final Logger log = LoggerFactory.getLogger(Reconciliation.class);

    /** @param healed 补上了几条没有收到的通知 */
    public record Report(int healed, List<String> differences) {
    }

    private final ProviderClient provider;
    private final Payments payments;
    private final Orders orders;
    private final JdbcClient jdbc;
    private final AtomicInteger differences;

    Reconciliation(ProviderClient provider, Payments payments, Orders orders, JdbcClient jdbc, MeterRegistry meters) {
        this.provider = provider;
        this.payments = payments;
        this.orders = orders;
        this.jdbc = jdbc;
        this.differences = meters.gauge("bookstore.reconcile.differences", new AtomicInteger());
    }

    /** 差几处记在指标里；要不到账单、半路出错，指标是 -1。 */
    @Scheduled(cron = "${bookstore.reconcile-cron}")
    public Report run() {
        int count = -1;
        try {
            Report report = compare();
            count = report.differences().size();
            return report;
        }
        finally {
            differences.set(count);
        }
    }

    // region run
    /** 每天一次。先读自己的账，再要对方的账单：读的时候来的新付款，不会被当成对方没有。 */
    private Report compare() {
        Map<String, Payment> ours = payments.all().stream()
                .collect(Collectors.toMap(Payment::id, Function.identity()));
        List<String> found = new ArrayList<>();
        Map<String, Notice> theirs = readable(provider.statement(), found);
        int healed = heal(ours, theirs, found);
        found.addAll(Reconcile.differences(amounts(ours, theirs), amounts(theirs)));
        theirs.forEach((id, paid) ->
                unlike(ours.get(id), paid).ifPresent(found::add));
        CHECKS.forEach((what, sql) -> jdbc.sql(sql).query(String.class).list()
                .forEach(key -> found.add(what + "：" + key)));
        found.forEach(line -> log.error("对账不平：{}", line));
        return new Report(healed, found);
    }
    // endregion run

    /** 账单上有、我们没有的：金额与订单一致，当作迟到的通知；不一致的不动，要人来看。 */
    private int heal(Map<String, Payment> ours, Map<String, Notice> theirs,
            List<String> found) {
        List<Notice> missed = theirs.values().stream()
                .filter(paid -> !ours.containsKey(paid.payment())).toList();
        int healed = 0;
        for (Notice paid : missed) {
            Optional<String> wrong = wrongAmount(paid).or(() -> failure(paid));
            if (wrong.isEmpty()) {
                healed++;
            }
            else {
                found.add(wrong.get());
                theirs.remove(paid.payment()); // 说过了，不再说“我们没有”
            }
        }
        return healed;
    }

    /** 补记这一笔；记不成也只是报告，不耽误后面的。 */
    private Optional<String> failure(Notice paid) {
        try {
            payments.received(paid);
            return Optional.empty();
        }
        catch (RuntimeException ex) {
            log.error("{} 没有补成", paid, ex);
            return Optional.of("没有补成：" + paid.payment() + "，订单 " + paid.order() + "，原因在日志里");
        }
    }

    /** 退了的不用比：钱已经回到顾客那里。 */
    private Optional<String> wrongAmount(Notice paid) {
        Optional<BigDecimal> due = orders.find(paid.order()).map(Order::total);
        boolean same = due.isPresent() && due.get().compareTo(paid.amount()) == 0;
        return same || paid.type() == Notice.Type.REFUNDED ? Optional.empty()
                : Optional.of("金额与订单不同：%s，订单 %d %s，对方记着 %s".formatted(
                        paid.payment(), paid.order(),
                        due.map(total -> "应付 " + total).orElse("没有"), paid.amount()));
    }

    /** 账单的每一行；读不懂的、重复的，报告出来。 */
    private static Map<String, Notice> readable(List<@Nullable Entry> statement, List<String> found) {
        Map<String, Notice> readable = new TreeMap<>();
        for (Entry entry : statement) {
            if (entry == null) {
                found.add("账单里有一行是空的");
                continue;
            }
            try {
                Notice notice = new Notice(entry.payment(), entry.order(), entry.amount(),
                        entry.refunded() ? Notice.Type.REFUNDED : Notice.Type.PAID);
                if (readable.putIfAbsent(notice.payment(), notice) != null) {
                    found.add("账单里不止一行：" + notice.payment());
                }
            }
            catch (IllegalArgumentException ex) {
                found.add("账单里有一行读不懂：" + entry + "，" + ex.getMessage());
            }
        }
        return readable;
    }

    /** 金额一样，别的不一样：记在另一张订单上，或者一边退了、一边没有退。 */
    private static Optional<String> unlike(@Nullable Payment ours, Notice theirs) {
        if (ours == null) {
            return Optional.empty();
        }
        if (ours.orderId() != theirs.order()) {
            return Optional.of("订单号不同：%s，我们 %d，对方 %d".formatted(ours.id(), ours.orderId(), theirs.order()));
        }
        boolean refundedThere = theirs.type() == Notice.Type.REFUNDED;
        if (refundedThere == ours.state().equals("REFUNDED")) {
            return Optional.empty();
        }
        if (refundedThere) {
            return ours.state().equals("ACCEPTED") ? Optional.of("我们收下了，对方已经退了：" + ours.id())
                    : Optional.empty(); // 正在退，还没有来得及记下
        }
        return Optional.of("我们记着退了，对方没有退：" + ours.id());
    }

    private static Map<String, BigDecimal> amounts(Map<String, Notice> theirs) {
        Map<String, BigDecimal> amounts = new HashMap<>();
        theirs.forEach((id, paid) -> amounts.put(id, paid.amount()));
        return amounts;
    }

    /** 我们的账再读一遍，看补上的是不是真的补上了；这期间新来的付款，账单上还没有，不看。 */
    private Map<String, BigDecimal> amounts(Map<String, Payment> before, Map<String, Notice> theirs) {
        return payments.all().stream()
                .filter(payment -> before.containsKey(payment.id()) || theirs.containsKey(payment.id()))
                .collect(Collectors.toMap(Payment::id, Payment::amount));
    }

    /** 每一条查出“不该有”的编号。 */
    private static final Map<String, String> CHECKS = Map.of(
            "付了款的订单没有恰好一笔等额的付款", """
            select o.id::text from orders o where o.state in ('PAID', 'SHIPPED') and 1 <>
              (select count(*) from payment p where p.order_id = o.id
                 and p.state = 'ACCEPTED' and p.amount = o.total)""",
            "钱收下了，订单却没有付款", """
            select p.id from payment p where p.state = 'ACCEPTED' and not exists
              (select 1 from orders o where o.id = p.order_id
                 and o.state in ('PAID', 'SHIPPED'))""",
            "该退的钱十分钟还没有退", """
            select id from payment where state = 'REFUND_DUE'
              and received_at < now() - interval '10 minutes'""",
            "付了款的订单十分钟还没有发货", """
            select o.id::text from orders o join payment p on p.order_id = o.id
            where o.state = 'PAID' and p.state = 'ACCEPTED'
              and p.received_at < now() - interval '10 minutes'""",
            "发货单与已发货的订单不一致", """
            select coalesce(o.id, s.order_id)::text from shipment s
              full join (select id from orders where state = 'SHIPPED') o on o.id = s.order_id
            where o.id is null or s.order_id is null""",
            "占着或卖掉的本数与订单不一致", """
            select s.isbn from stock s left join
              (select l.isbn, sum(quantity) filter (where state = 'PENDING') as reserved,
                 sum(quantity) filter (where state in ('PAID', 'SHIPPED')) as sold
               from order_line l join orders o on o.id = l.order_id group by l.isbn) t
              on t.isbn = s.isbn
            where s.reserved <> coalesce(t.reserved, 0) or s.sold <> coalesce(t.sold, 0)
              or s.available + s.reserved + s.sold <> s.received""",
            "订单各行的合计与总额不一致", """
            select o.id::text from orders o join order_line l on l.order_id = o.id
            group by o.id having o.total <> sum(l.price * l.quantity - l.discount)""");
}

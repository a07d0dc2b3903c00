package com.example.bookstore.saga;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * 订单服务的 Saga：占库存、收款，收不到就把库存放回去。每一步的命令写在发件箱里，与订单的状态在同一个
 * 事务里改，所以在哪里被打断都接得上。
 */
public class Saga {

    private static final Logger log = LoggerFactory.getLogger(Saga.class);

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Stock stock;
    private final Cashier cashier;
    private final OutboxTrace trace;

    public Saga(JdbcClient jdbc, TransactionOperations transaction, Stock stock, Cashier cashier, OutboxTrace trace) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.stock = stock;
        this.cashier = cashier;
        this.trace = trace;
    }

    /** 一张订单。 */
    public record NewOrder(String id, String isbn, String customer, int cents) {

        public NewOrder {
            if (id.isBlank() || isbn.isBlank() || customer.isBlank() || cents <= 0) {
                throw new IllegalArgumentException("订单不完整");
            }
        }
    }

    private record Command(long id, String orderId, String command, String isbn, String customer, int cents,
            @Nullable String traceparent) {
    }

    // region place
    /** 下单：订单与第一条命令，要么都有，要么都没有。 */
    public void place(NewOrder order) {
        transaction.executeWithoutResult(status -> {
            jdbc.sql("insert into saga_order values (?, ?, ?, ?, 'PLACED')")
                    .params(order.id(), order.isbn(), order.customer(), order.cents())
                    .update();
            send(order.id(), "RESERVE", trace.current());
        });
    }
    // endregion place

    // region relay
    /** 做一条最老的命令。调用别的服务时没有事务开着，答复回来再记。 */
    public boolean step() {
        Optional<Command> next = oldest();
        next.ifPresent(each -> {
            trace.continueFrom(each.traceparent(), each.command(), () -> {
                boolean accepted = call(each);
                transaction.executeWithoutResult(status -> advance(each, accepted));
            });
        });
        return next.isPresent();
    }

    private boolean call(Command command) {
        return switch (command.command()) {
            case "RESERVE" -> stock.reserve(command.orderId(), command.isbn());
            case "CHARGE" ->
                cashier.charge(command.orderId(), command.customer(), command.cents());
            case "RELEASE" -> {
                stock.release(command.orderId(), command.isbn());
                yield true;
            }
            default -> throw new IllegalStateException("不认识的命令 " + command.command());
        };
    }
    // endregion relay

    // region advance
    private void advance(Command command, boolean accepted) {
        boolean mine = jdbc.sql("delete from outbox where id = ?").param(command.id())
                .update() == 1;
        if (!mine) {
            return; // 另一个进程已经做完了这一条
        }
        switch (command.command()) {
            case "RESERVE" -> {
                if (accepted) {
                    move(command, "RESERVED", "CHARGE");
                }
                else {
                    move(command, "CANCELLED", null);
                }
            }
            case "CHARGE" -> {
                if (accepted) {
                    move(command, "CONFIRMED", null);
                }
                else {
                    move(command, "CANCELLING", "RELEASE"); // 补偿：把占的库存放回去
                }
            }
            default -> move(command, "CANCELLED", null);
        }
    }
    // endregion advance

    private void move(Command command, String state, @Nullable String next) {
        jdbc.sql("update saga_order set state = ? where id = ?").params(state, command.orderId()).update();
        if (next != null) {
            send(command.orderId(), next, command.traceparent());
        }
    }

    private void send(String orderId, String command, @Nullable String traceparent) {
        jdbc.sql("insert into outbox (order_id, command, traceparent) values (?, ?, ?)")
                .params(orderId, command, traceparent).update();
    }

    private Optional<Command> oldest() {
        return jdbc.sql("""
                select b.id, b.order_id, b.command, o.isbn, o.customer, o.cents, b.traceparent
                from outbox b join saga_order o on o.id = b.order_id order by b.id limit 1""")
                .query(Command.class).optional();
    }

    /** 做完发件箱里的全部命令；某个服务不答复就停下，下次再来。 */
    public void drain() {
        try {
            while (step()) {
                // 一条接一条
            }
        }
        catch (RuntimeException ex) {
            log.warn("这一条命令没有做成，下次再来：{}", ex.toString());
        }
    }
}

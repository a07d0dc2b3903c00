package com.example.bookstore.orders;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import com.example.bookstore.catalogue.Book;
import com.example.bookstore.catalogue.Catalogue;
import com.example.bookstore.coupon.Coupons;
import com.example.bookstore.coupon.Discounts;
import com.example.bookstore.platform.BookstoreProperties;
import com.example.bookstore.platform.Checkpoint;
import com.example.bookstore.platform.Money;
import com.example.bookstore.stock.Stock;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** 下单：占库存、用优惠券、写订单，在一个事务里。 */
@Component
public class Checkout {

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Catalogue catalogue;
    private final Stock stock;
    private final Coupons coupons;
    private final Clock clock;
    private final BookstoreProperties properties;
    private final Checkpoint checkpoint;

    Checkout(JdbcClient jdbc, TransactionOperations transaction, Catalogue catalogue, Stock stock, Coupons coupons,
            Clock clock, BookstoreProperties properties, Checkpoint checkpoint) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.catalogue = catalogue;
        this.stock = stock;
        this.coupons = coupons;
        this.clock = clock;
        this.properties = properties;
        this.checkpoint = checkpoint;
    }

    // region place
    /** 同一个编号来几次，都是同一张订单。返回订单号。 */
    public long place(NewOrder order) {
        long id = transaction.execute(status -> {
            Map<String, Book> books = books(order);
            BigDecimal goods = goods(order, books);
            Optional<Long> created = open(order, goods);
            if (created.isEmpty()) {
                return existing(order);
            }
            // 按 ISBN 的顺序占，两张订单要同样的两本书也不会互相等
            for (String isbn : books.keySet()) {
                stock.reserve(isbn, order.items().get(isbn));
            }
            BigDecimal discount = order.coupon() == null ? new BigDecimal("0.00")
                    : coupons.redeem(order.coupon(), created.get(), goods);
            fill(created.get(), order, books, discount);
            checkpoint.reached("checkout.before-commit");
            return created.get();
        });
        checkpoint.reached("checkout.after-commit");
        return id;
    }
    // endregion place

    private Map<String, Book> books(NewOrder order) {
        Map<String, Book> books = catalogue.find(order.items().keySet());
        TreeSet<String> missing = new TreeSet<>(order.items().keySet());
        missing.removeAll(books.keySet());
        if (!missing.isEmpty()) {
            throw new UnknownBookException(String.join("、", missing));
        }
        return books;
    }

    private static BigDecimal goods(NewOrder order, Map<String, Book> books) {
        return Money.exact(books.values().stream().map(book -> amount(order, book))
                .reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    private static BigDecimal amount(NewOrder order, Book book) {
        return book.price().multiply(BigDecimal.valueOf(order.items().get(book.isbn())));
    }

    // region open
    /** 先写订单。编号重复的那一个要等前一个提交，然后什么也没有写进去。 */
    private Optional<Long> open(NewOrder order, BigDecimal goods) {
        return jdbc.sql("""
                insert into orders
                  (request_key, customer, state, goods, discount, total, expires_at)
                values (?, ?, 'PENDING', ?, 0, ?, ?)
                on conflict (customer, request_key) do nothing returning id""")
                .params(order.key(), order.customer(), goods, goods,
                        Timestamp.from(clock.instant().plus(properties.payWithin())))
                .query(Long.class).optional();
    }
    // endregion open

    private long existing(NewOrder order) {
        return placed(order.customer(), order.key()).orElseThrow();
    }

    /** 用这个编号下成的订单；还没有提交的不算，不像编号的下不成。 */
    public Optional<Long> placed(String customer, String key) {
        if (!NewOrder.isKey(key)) {
            return Optional.empty();
        }
        return jdbc.sql("select id from orders where customer = ? and request_key = ?")
                .params(customer, key).query(Long.class).optional();
    }

    private void fill(long id, NewOrder order, Map<String, Book> books, BigDecimal discount) {
        jdbc.sql("update orders set discount = :d, total = goods - :d where id = :id")
                .param("d", discount).param("id", id).update();
        List<Book> sorted = new ArrayList<>(books.values());
        List<BigDecimal> shares = Discounts.split(discount,
                sorted.stream().map(book -> amount(order, book)).toList());
        for (int i = 0; i < sorted.size(); i++) {
            Book book = sorted.get(i);
            jdbc.sql("insert into order_line (order_id, isbn, quantity, price, discount) values (?, ?, ?, ?, ?)")
                    .params(id, book.isbn(), order.items().get(book.isbn()), book.price(), shares.get(i)).update();
        }
    }
}

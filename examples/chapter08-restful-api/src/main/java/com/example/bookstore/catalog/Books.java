package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

import org.springframework.stereotype.Repository;

/** 内存里的书架。换成数据库时，{@code replace} 就是带版本条件的 UPDATE（第 11 章）。 */
@Repository
public class Books {

    private final ConcurrentNavigableMap<Long, Book> rows = new ConcurrentSkipListMap<>();
    private final AtomicLong ids = new AtomicLong();

    public Books() {
        reset();
    }

    /** 回到出厂的五本书。 */
    public void reset() {
        rows.clear();
        ids.set(0);
        add("9787111641247", "Java 核心技术 卷 I", "149.00", "2019-12-01", 12);
        add("9787121362132", "高可用架构", "108.00", "2017-11-01", 3);
        add("9787115546081", "算法（第 4 版）", "99.00", "2012-10-01", 20);
        add("9787111213826", "Java 编程思想", "108.00", "2007-06-01", 0);
        add("9787302581949", "深入理解 Java 虚拟机", "129.00", "2019-12-01", 7);
    }

    private void add(String isbn, String title, String price, String date, int stock) {
        insert(new BookRequest(isbn, title, null, new BigDecimal(price),
                LocalDate.parse(date), stock));
    }

    public Book insert(BookRequest request) {
        Book book = new Book(ids.incrementAndGet(), request.isbn(), request.title(),
                request.subtitle(), request.price(),
                request.price().multiply(new BigDecimal("0.6")), request.publishedOn(),
                request.stock(), 1);
        rows.put(book.id(), book);
        return book;
    }

    public Optional<Book> findById(long id) {
        return Optional.ofNullable(rows.get(id));
    }

    public List<Book> findAll() {
        return List.copyOf(rows.values());
    }

    // region compare-and-set
    /**
     * 只有当前版本还是 {@code expected} 时才换上新版本。比较与写入是一步：
     * 两个请求同时到，只有一个返回 {@code true}。
     */
    public boolean replace(Book next, Book expected) {
        return rows.replace(next.id(), expected, next);
    }

    /** 从此刻的那一版改起，读与写是一步；书不在了就什么也不做。 */
    public Optional<Book> update(long id, UnaryOperator<Book> change) {
        return Optional.ofNullable(
                rows.computeIfPresent(id, (key, book) -> change.apply(book)));
    }
    // endregion compare-and-set

    /** 不看版本，后写的赢；删掉的书不会因此回来。 */
    public void save(Book book) {
        rows.replace(book.id(), book);
    }

    public boolean delete(long id) {
        return rows.remove(id) != null;
    }

    /** 当前版本还是 {@code expected} 时才删，比较与删除是一步。 */
    public boolean delete(Book expected) {
        return rows.remove(expected.id(), expected);
    }
}

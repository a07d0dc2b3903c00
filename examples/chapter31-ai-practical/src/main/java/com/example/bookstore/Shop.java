package com.example.bookstore;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** 书与订单。模型碰不到这个类，它只能经过 {@link StoreTools}。 */
@Service
public class Shop {

    private static final String PROPOSAL = """
            select p.id, p.customer, p.book_id, b.title, p.quantity, p.yuan, p.status
            from proposal p join book b on b.id = p.book_id
            """;

    private final JdbcClient jdbc;

    Shop(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public List<Book> find(String title) {
        String pattern = "%" + title.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
        return jdbc.sql("select id, title, yuan, stock from book where title like :title escape '\\' order by id limit 5")
                .param("title", pattern).query(Book.class).list();
    }

    public List<Book> cheaperThan(String topic, @Nullable BigDecimal maxYuan) {
        return jdbc.sql("select id, title, yuan, stock from book where topic = :topic and yuan <= :max order by id")
                .param("topic", topic).param("max", maxYuan == null ? BigDecimal.valueOf(Integer.MAX_VALUE) : maxYuan).query(Book.class).list();
    }

    public Optional<Book> book(long id) {
        return jdbc.sql("select id, title, yuan, stock from book where id = :id").param("id", id).query(Book.class).optional();
    }

    public int stock(long id) {
        return book(id).orElseThrow().stock();
    }

    /** 卖家自己写的简介；谁都可能在里面写任何字。 */
    public String description(long id) {
        return jdbc.sql("select description from book where id = :id").param("id", id).query(String.class).single();
    }

    /** 一样的一份还等着确认，就是那一份：模型把同一个调用写几遍，顾客也只看到一份。 */
    @Transactional
    public Proposal propose(String customer, Book book, int quantity) {
        // 锁住这本书：几个问题同时来，也一个一个地看有没有一样的
        jdbc.sql("select id from book where id = :id for update").param("id", book.id()).query(Long.class).single();
        Optional<Proposal> same = jdbc.sql(PROPOSAL + """
                where p.customer = :customer and p.book_id = :book and p.quantity = :quantity
                and p.yuan = :yuan and p.status = 'PENDING' order by p.id limit 1""")
                .param("customer", customer).param("book", book.id()).param("quantity", quantity)
                .param("yuan", book.yuan()).query(Proposal.class).optional();
        return same.orElseGet(() -> newProposal(customer, book, quantity));
    }

    private Proposal newProposal(String customer, Book book, int quantity) {
        KeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("""
                insert into proposal (customer, book_id, quantity, yuan, status)
                values (:customer, :book, :quantity, :yuan, 'PENDING')""")
                .param("customer", customer).param("book", book.id()).param("quantity", quantity)
                .param("yuan", book.yuan()).update(key, "id");
        return proposal(key.getKeyAs(Long.class)).orElseThrow();
    }

    public List<Proposal> proposals(String customer) {
        return jdbc.sql(PROPOSAL + "where p.customer = :customer order by p.id").param("customer", customer)
                .query(Proposal.class).list();
    }

    private Optional<Proposal> proposal(long id) {
        return jdbc.sql(PROPOSAL + "where p.id = :id").param("id", id).query(Proposal.class).optional();
    }

    // region confirm
    public enum Confirmed { ORDERED, SOLD_OUT, NOT_PENDING }

    /** 真正下单的地方。只有顾客自己点按钮能到这里，模型没有通到这里的工具。 */
    @Transactional
    public Confirmed confirm(String customer, long id) {
        int claimed = jdbc.sql("""
                update proposal set status = 'ORDERED'
                where id = :id and customer = :customer and status = 'PENDING'""")
                .param("id", id).param("customer", customer).update();
        if (claimed == 0) {
            return Confirmed.NOT_PENDING;
        }
        Proposal proposal = proposal(id).orElseThrow();
        int taken = jdbc.sql("""
                update book set stock = stock - :quantity
                where id = :book and stock >= :quantity""")
                .param("quantity", proposal.quantity())
                .param("book", proposal.bookId()).update();
        if (taken == 0) {
            jdbc.sql("update proposal set status = 'SOLD_OUT' where id = :id")
                    .param("id", id).update();
            return Confirmed.SOLD_OUT;
        }
        return Confirmed.ORDERED;
    }
    // endregion confirm
}

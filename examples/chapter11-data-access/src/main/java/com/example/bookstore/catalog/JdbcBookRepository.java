package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

@Repository
public class JdbcBookRepository implements BookRepository {

    private static final String COLUMNS = "id, isbn, title, price, stock, version";

    private final JdbcClient jdbc;

    JdbcBookRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Book save(Book book) {
        return book.id() == null ? insert(book) : update(book);
    }

    // region insert
    private Book insert(Book book) {
        KeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("""
                insert into book (isbn, title, price, stock, version)
                values (:isbn, :title, :price, :stock, :version)
                """)
                .paramSource(book)
                .update(key, "id");
        // 不写 getKeyAs(Long.class)：MariaDB 的驱动给的是 BigInteger。
        // highlight-next-line
        return withIdAndVersion(book, key.getKey().longValue(), book.version());
    }
    // endregion insert

    // region update
    private Book update(Book book) {
        int changed = jdbc.sql("""
                update book set isbn = :isbn, title = :title, price = :price,
                    stock = :stock, version = version + 1
                where id = :id and version = :version
                """)
                .paramSource(book)
                .update();
        if (changed == 0) {
            throw new OptimisticLockingFailureException(
                    "book %d left version %d".formatted(book.id(), book.version()));
        }
        return withIdAndVersion(book, book.id(), book.version() + 1);
    }
    // endregion update

    private static Book withIdAndVersion(Book book, long id, long version) {
        return new Book(id, book.isbn(), book.title(), book.price(), book.stock(),
                version);
    }

    // region find
    @Override
    public Optional<Book> findById(long id) {
        return jdbc.sql("select " + COLUMNS + " from book where id = :id")
                .param("id", id)
                .query(Book.class)
                .optional();
    }
    // endregion find

    @Override
    public List<Book> search(BookSearch search) {
        StringBuilder sql = new StringBuilder("select " + COLUMNS)
                .append(" from book where 1 = 1");
        if (search.title() != null) {
            sql.append(" and lower(title) like lower(:titlePattern) escape '!'");
        }
        if (search.maxPrice() != null) {
            sql.append(" and price <= :maxPrice");
        }
        sql.append(" order by price, id limit :limit offset :offset");
        return jdbc.sql(sql.toString())
                .param("titlePattern", search.titlePattern())
                .param("maxPrice", search.maxPrice())
                .param("limit", search.limit())
                .param("offset", search.offset())
                .query(Book.class)
                .list();
    }

    // region deduct
    @Override
    public boolean deductStock(long id, int quantity) {
        return jdbc.sql("""
                update book set stock = stock - :quantity, version = version + 1
                where id = :id and stock >= :quantity
                """)
                .param("id", id)
                .param("quantity", quantity)
                .update() == 1;
    }
    // endregion deduct

    @Override
    public void deleteById(long id) {
        jdbc.sql("delete from book where id = :id").param("id", id).update();
    }
}

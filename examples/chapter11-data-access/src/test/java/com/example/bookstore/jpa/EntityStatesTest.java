package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookEntities;
import com.example.bookstore.catalog.BookEntity;
import com.example.bookstore.catalog.BookTitles;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.order.StockMovement;
import com.example.bookstore.support.OnH2;
import com.example.bookstore.support.SqlLog;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.transaction.support.TransactionTemplate;

/** The states an entity passes through, and what each means for the SQL. */
@OnH2
class EntityStatesTest {

    @Autowired
    BookTitles titles;
    @Autowired
    BookEntities books;
    @Autowired
    JdbcBookRepository catalog;
    @Autowired
    EntityManager entityManager;
    @Autowired
    TransactionTemplate transaction;
    @Autowired
    SqlLog sql;
    long id;

    @BeforeEach
    void oneBook() {
        id = catalog.save(Book.create("9787111888888", "旧书名", "59.90", 3)).id();
    }

    @AfterEach
    void clear() {
        catalog.deleteById(id);
    }

    private String title() {
        return catalog.findById(id).orElseThrow().title();
    }

    @Test
    @DisplayName("受管对象改了属性，不写 save，提交时也有一条 update")
    void managed() {
        assertThat(sql.during(() -> titles.rename(id, "新书名"))).satisfiesExactly(
                select -> assertThat(select).startsWith("select"),
                update -> assertThat(update).contains("update book set"));
        assertThat(title()).isEqualTo("新书名");
    }

    @Test
    @DisplayName("改成一样的值：没有 update")
    void unchanged() {
        assertThat(sql.during(() -> titles.rename(id, "旧书名"))).hasSize(1);
    }

    @Test
    @DisplayName("事务之外改脱管对象：数据库不知道；save 把它合并回去")
    void detached() {
        BookEntity book = books.findById(id).orElseThrow();
        book.setTitle("新书名");
        assertThat(title()).isEqualTo("旧书名");

        BookEntity merged = books.save(book);
        assertThat(title()).isEqualTo("新书名");
        assertThat(merged).isNotSameAs(book);
    }

    @Test
    @DisplayName("四种状态：新建、受管、脱管、已移除")
    void fourStates() {
        assertThat(entityManager.contains(new StockMovement(id, 1))).isFalse();
        transaction.executeWithoutResult(status -> {
            BookEntity book = entityManager.find(BookEntity.class, id);
            assertThat(entityManager.contains(book)).isTrue();
            entityManager.detach(book);
            assertThat(entityManager.contains(book)).isFalse();
            BookEntity merged = entityManager.merge(book);
            assertThat(entityManager.contains(merged)).isTrue();
            entityManager.remove(merged);
            assertThat(entityManager.contains(merged)).isFalse();
            entityManager.persist(merged);
            assertThat(entityManager.contains(merged)).isTrue();
        });
        assertThat(title()).isEqualTo("旧书名");
    }

    @Test
    @DisplayName("一个事务里同一行是同一个对象，第二次不查库")
    void sameObject() {
        transaction.executeWithoutResult(status -> assertThat(sql.during(() ->
                assertThat(books.findById(id)).containsSame(books.findById(id).orElseThrow())))
                .hasSize(1));
    }

    @Test
    @DisplayName("方法名就是查询")
    void derivedQuery() {
        List<String> calls = sql.during(() ->
                assertThat(books.findByStockLessThanOrderByTitle(4))
                        .extracting(BookEntity::getTitle).contains("旧书名"));
        assertThat(calls).singleElement().asString()
                .contains("where", "stock<?", "order by", "title");
    }

    interface Misspelled extends JpaRepository<BookEntity, Long> {

        List<BookEntity> findByStokLessThan(int stock);
    }

    @Test
    @DisplayName("方法名里的属性写错：建仓储时就报错，应用启动不了")
    void misspelled() {
        assertThatThrownBy(() -> new JpaRepositoryFactory(entityManager)
                .getRepository(Misspelled.class))
                .hasMessageContaining("No property 'stok' found for type 'BookEntity'");
    }
}

package com.example.bookstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** What every implementation does on every database. The subclasses choose the database. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {
        "jdbcBookRepository", "jpaBookRepository", "myBatisBookRepository"})
abstract class BookRepositoryContract {

    @Parameter
    String implementation;
    @Autowired
    Map<String, BookRepository> implementations;
    @Autowired
    JdbcClient jdbc;
    @Autowired
    TransactionTemplate transaction;

    BookRepository books;

    @BeforeEach
    void chooseImplementation() {
        books = implementations.get(implementation);
        jdbc.sql("delete from order_line").update();
        jdbc.sql("delete from book").update();
    }

    @Test
    @DisplayName("存进去再读出来，一字不差")
    void roundTrip() {
        Book saved = books.save(Book.create("9787111000103", "读我 📚 100% C_sharp", "59.9", 7));
        assertThat(saved.id()).isPositive();
        assertThat(books.findById(saved.id())).contains(saved);
    }

    @Test
    @DisplayName("没有这本书：空的 Optional，不是 null，也不是异常")
    void absent() {
        assertThat(books.findById(-1)).isEmpty();
        assertThat(books.deductStock(-1, 1)).isFalse();
    }

    @Test
    @DisplayName("更新让版本加一")
    void updateRaisesVersion() {
        Book saved = books.save(Book.create("9787111000103", "旧书名", "10", 1));
        Book renamed = books.save(saved.withTitle("新书名"));
        assertThat(renamed.version()).isEqualTo(saved.version() + 1);
        assertThat(books.findById(saved.id())).contains(renamed);
    }

    @Test
    @DisplayName("内容没变也存一次：返回的就是库里的那一版，加没加一由实现决定")
    void unchanged() {
        Book saved = books.save(Book.create("9787111000103", "书", "10", 1));
        Book again = books.save(saved);
        assertThat(books.findById(saved.id())).contains(again);
        assertThat(books.save(again.withTitle("改")).title()).isEqualTo("改");
    }

    @Test
    @DisplayName("从很后面开始取：空的一页，不是异常")
    void largestOffset() {
        books.save(Book.create("9787111000103", "书", "10", 1));
        assertThat(books.search(new BookSearch(null, null, 20, Integer.MAX_VALUE))).isEmpty();
    }

    @Test
    @DisplayName("拿着旧版本去更新：OptimisticLockingFailureException")
    void staleVersion() {
        Book saved = books.save(Book.create("9787111000103", "旧书名", "10", 1));
        books.save(saved.withTitle("别人先改了"));
        assertThatThrownBy(() -> books.save(saved.withTitle("我后改")))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(books.findById(saved.id()).orElseThrow().title()).isEqualTo("别人先改了");
    }

    @Test
    @DisplayName("更新一本已被删除的书：同样是 OptimisticLockingFailureException，不会悄悄插回去")
    void updateOfDeleted() {
        Book saved = books.save(Book.create("9787111000103", "书", "10", 1));
        books.deleteById(saved.id());
        assertThatThrownBy(() -> books.save(saved.withTitle("改")))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(books.findById(saved.id())).isEmpty();
    }

    @Test
    @DisplayName("ISBN 重复：调用 save 的那一行就抛 DuplicateKeyException，不等到提交")
    void duplicate() {
        books.save(Book.create("9787111000103", "第一本", "10", 1));
        transaction.executeWithoutResult(status -> {
            Book sameIsbn = Book.create("9787111000103", "第二本", "20", 1);
            assertThatThrownBy(() -> books.save(sameIsbn))
                    .isInstanceOf(DuplicateKeyException.class);
            status.setRollbackOnly();
        });
        assertThat(books.search(BookSearch.title(null))).hasSize(1);
    }

    @Test
    @DisplayName("改成别人的 ISBN：同样在 save 那一行就抛，不等到提交")
    void duplicateOnUpdate() {
        Book first = books.save(Book.create("9787111000103", "第一本", "10", 1));
        Book second = books.save(Book.create("9787111000110", "第二本", "20", 1));
        transaction.executeWithoutResult(status -> {
            Book sameIsbn = new Book(second.id(), first.isbn(), second.title(),
                    second.price(), second.stock(), second.version());
            assertThatThrownBy(() -> books.save(sameIsbn))
                    .isInstanceOf(DuplicateKeyException.class);
            status.setRollbackOnly();
        });
        assertThat(books.findById(second.id())).contains(second);
    }

    @Test
    @DisplayName("书名超长：DataIntegrityViolationException，不会被悄悄截断")
    void tooLong() {
        assertThatThrownBy(() -> books.save(Book.create("9787111000103", "长".repeat(201), "10", 1)))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    @DisplayName("按书名找：不分大小写，% 与 _ 是普通字符")
    void searchByTitle() {
        books.save(Book.create("9787111000103", "Spring 实战", "30", 1));
        books.save(Book.create("9787111000110", "100% 可用", "20", 1));
        books.save(Book.create("9787111000127", "1000 个坑", "10", 1));
        assertThat(books.search(BookSearch.title("sPRING"))).extracting(Book::title)
                .containsExactly("Spring 实战");
        assertThat(books.search(BookSearch.title("100%"))).extracting(Book::title)
                .containsExactly("100% 可用");
        // İ 变成小写，Java 与各个数据库的结果不一样，所以两边都由数据库来变。
        books.save(Book.create("9787111000134", "İstanbul 游记", "10", 1));
        assertThat(books.search(BookSearch.title("İstanbul"))).extracting(Book::title)
                .containsExactly("İstanbul 游记");
    }

    @Test
    @DisplayName("条件可有可无；先便宜后贵；分页不重不漏")
    void searchPages() {
        for (int i = 0; i < 5; i++) {
            books.save(Book.create("978711100010" + i, "书 " + i, "10", 1));
        }
        books.save(Book.create("9787111000110", "贵", "99", 1));
        BookSearch first = new BookSearch(null, new BigDecimal("50"), 3, 0);
        BookSearch second = new BookSearch(null, new BigDecimal("50"), 3, 3);
        assertThat(books.search(first)).extracting(Book::title).containsExactly("书 0", "书 1", "书 2");
        assertThat(books.search(second)).extracting(Book::title).containsExactly("书 3", "书 4");
    }

    // region deduct
    @Test
    @DisplayName("扣库存：够就扣，不够就一本也不扣；版本也要动，否则旧版本的更新会盖掉它")
    void deduct() {
        Book saved = books.save(Book.create("9787111000103", "书", "10", 3));
        assertThat(books.deductStock(saved.id(), 2)).isTrue();
        assertThat(books.deductStock(saved.id(), 2)).isFalse();
        assertThat(books.findById(saved.id()).orElseThrow().stock()).isEqualTo(1);
        assertThatThrownBy(() -> books.save(saved.withTitle("拿着扣库存前的旧数据")))
                .isInstanceOf(OptimisticLockingFailureException.class);
    }
    // endregion deduct

    @Test
    @DisplayName("在别人的事务里：看得见自己写的，事务回滚就都没了")
    void joinsTransaction() {
        Book saved = transaction.execute(status -> {
            Book book = books.save(Book.create("9787111000103", "书", "10", 3));
            assertThat(books.deductStock(book.id(), 1)).isTrue();
            assertThat(books.findById(book.id()).orElseThrow().stock()).isEqualTo(2);
            status.setRollbackOnly();
            return book;
        });
        assertThat(books.findById(saved.id())).isEmpty();
    }

    @Test
    @DisplayName("三种实现在同一个事务里互相看得见")
    void shareOneTransaction() {
        transaction.executeWithoutResult(status -> {
            Book saved = books.save(Book.create("9787111000103", "书", "10", 3));
            implementations.values().forEach(other -> assertThat(other.findById(saved.id())).contains(saved));
            status.setRollbackOnly();
        });
    }

    @Test
    @DisplayName("删掉不存在的书：什么也不发生")
    void deleteAbsent() {
        books.deleteById(-1);
    }
}

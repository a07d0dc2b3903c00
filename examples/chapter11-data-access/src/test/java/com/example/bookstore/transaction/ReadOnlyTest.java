package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookEntities;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class ReadOnlyTest {

    @Test
    @DisplayName("readOnly = true 里写数据：三个数据库、两种写法的结果由实测生成")
    void writesInReadOnlyTransactions() {
        StringBuilder text = new StringBuilder();
        for (Database database : Database.values()) {
            var context = Application.on(database);
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            jdbc.sql("delete from order_line").update();
            jdbc.sql("delete from book").update();
            JdbcBookRepository books = context.getBean(JdbcBookRepository.class);
            BookEntities entities = context.getBean(BookEntities.class);
            long id = books.save(Book.create("9787111000103", "旧书名", "10", 1)).id();
            TransactionTemplate readOnly =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            readOnly.setReadOnly(true);

            Runnable byJdbc = () -> readOnly.executeWithoutResult(status ->
                    jdbc.sql("update book set title = 'JDBC 改的'").update());
            Runnable byDirtyChecking = () -> readOnly.executeWithoutResult(status ->
                    entities.findById(id).orElseThrow().setTitle("JPA 改的"));

            text.append(database).append("\n  JdbcClient 的 update：")
                    .append(outcome(byJdbc, books, id)).append("\n  改受管实体的属性：")
                    .append(outcome(byDirtyChecking, books, id)).append('\n');
        }
        Recording.check("read-only.txt", text.toString());
    }

    private static String outcome(Runnable write, JdbcBookRepository books, long id) {
        Book before = books.findById(id).orElseThrow();
        Throwable thrown = catchThrowable(write::run);
        if (thrown != null) {
            return rootCause(thrown).getMessage().lines().findFirst().orElseThrow()
                    .replaceAll("\\(conn=\\d+\\) ", "");
        }
        boolean changed = !books.findById(id).orElseThrow().title().equals(before.title());
        return changed ? "没有异常，写进去了" : "没有异常，也没有写进去";
    }

    private static Throwable rootCause(Throwable thrown) {
        return thrown.getCause() == null ? thrown : rootCause(thrown.getCause());
    }
}

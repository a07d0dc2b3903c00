package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.ibatis.executor.resultset.ResultSetHandler;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootTest(properties = {"spring.datasource.generate-unique-name=true", "logging.level.root=warn"})
class BookShelfTest {

    @Autowired
    BookShelf shelf;
    @Autowired
    BookMapper books;
    @Autowired
    Rows rows;

    @BeforeEach
    void threeBooks() {
        books.delete(null);
        for (String title : new String[] {"甲", "乙", "丙"}) {
            Book book = new Book();
            book.setTitle(title);
            book.setSubtitle("副标题");
            books.insert(book);
        }
    }

    @Test
    @DisplayName("去掉副标题：数据库里真的变成 null，别的书不变")
    void removeSubtitle() {
        long id = books.selectList(null).getFirst().getId();
        shelf.removeSubtitle(id);
        assertThat(books.selectById(id).getSubtitle()).isNull();
        assertThat(books.selectById(id).getTitle()).isEqualTo("甲");
        // 别的书不受影响：忘了写条件，整张表都会被改
        assertThat(books.selectList(null)).extracting(Book::getSubtitle)
                .containsExactlyInAnyOrder(null, "副标题", "副标题");
    }

    @Test
    @DisplayName("每页两本：第一页两本，第二页一本；从数据库取来的也不多于两本")
    void page() {
        rows.most.set(0);
        assertThat(shelf.page(1, 2)).extracting(Book::getTitle).containsExactly("甲", "乙");
        assertThat(shelf.page(2, 2)).extracting(Book::getTitle).containsExactly("丙");
        assertThat(rows.most).hasValueLessThanOrEqualTo(2);
    }

    /** 记下一条语句最多取来几行：取出整张表，再在内存里截一段，看得出来。 */
    @Intercepts(@Signature(type = ResultSetHandler.class, method = "handleResultSets", args = Statement.class))
    static class Rows implements Interceptor {

        private final AtomicInteger most = new AtomicInteger();

        @Override
        public Object intercept(Invocation invocation) throws Throwable {
            Object result = invocation.proceed();
            most.accumulateAndGet(((List<?>) result).size(), Math::max);
            return result;
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Watch {

        @Bean
        Rows rows() {
            return new Rows();
        }
    }
}

package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import com.example.bookstore.catalog.Book;
import com.example.bookstore.catalog.BookMapper;
import com.example.bookstore.catalog.JdbcBookRepository;
import com.example.bookstore.support.OnH2;
import com.example.bookstore.support.SqlLog;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.support.TransactionTemplate;

@OnH2
class MyBatisCacheTest {

    @Test
    @DisplayName("MyBatis 一级缓存：事务里第二次查不发 SQL；没有事务就没有缓存")
    void firstLevelCache(@Autowired BookMapper mapper, @Autowired JdbcBookRepository books,
            @Autowired TransactionTemplate transaction, @Autowired SqlLog sql) {
        long id = books.save(Book.create("9787111000998", "缓存", "10", 5)).id();
        transaction.executeWithoutResult(status -> {
            assertThat(mapper.findById(id).orElseThrow().stock()).isEqualTo(5);
            books.deductStock(id, 1);
            List<String> statements = sql.during(() ->
                    assertThat(mapper.findById(id).orElseThrow().stock()).isEqualTo(5));
            assertThat(statements).isEmpty();
        });
        assertThat(sql.during(() -> {
            mapper.findById(id);
            mapper.findById(id);
        })).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"session, true", "statement, false"})
    @DisplayName("local-cache-scope：默认活一个会话；statement 只活一条语句")
    void statementScope(String scope, boolean remembered) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class, MybatisAutoConfiguration.class))
                .withPropertyValues("spring.datasource.generate-unique-name=true",
                        "mybatis.configuration.local-cache-scope=" + scope)
                .run(context -> {
                    try (SqlSession session = context.getBean(SqlSessionFactory.class).openSession()) {
                        session.getConfiguration().addMapper(Dice.class);
                        Dice dice = session.getMapper(Dice.class);
                        assertThat(dice.random().equals(dice.random())).isEqualTo(remembered);
                    }
                });
    }

    interface Dice {

        @Select("select random_uuid()")
        String random();
    }
}

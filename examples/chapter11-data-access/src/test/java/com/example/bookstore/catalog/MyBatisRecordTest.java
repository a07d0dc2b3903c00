package com.example.bookstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How MyBatis finds the arguments of a record's constructor. */
class MyBatisRecordTest {

    record Shelf(int id, int copies) {
    }

    interface ShelfMapper {

        @Select("select copies, id from shelf") // not in the record's order
        Shelf find();
    }

    @Test
    @DisplayName("record 作结果：默认按列的顺序填，写反了也不报错；打开那一行才按名字")
    void columnsInAnotherOrder() {
        assertThat(find(false)).isEqualTo(new Shelf(30, 1));
        assertThat(find(true)).isEqualTo(new Shelf(1, 30));
    }

    private static Shelf find(boolean argNameBasedConstructorAutoMapping) {
        try (HikariDataSource pool = Database.H2.pool(1)) {
            JdbcClient.create(pool).sql("create table shelf (id int, copies int)").update();
            JdbcClient.create(pool).sql("insert into shelf values (1, 30)").update();
            Configuration configuration = new Configuration(
                    new Environment("test", new JdbcTransactionFactory(), pool));
            configuration.setArgNameBasedConstructorAutoMapping(argNameBasedConstructorAutoMapping);
            configuration.addMapper(ShelfMapper.class);
            try (SqlSession session = new SqlSessionFactoryBuilder().build(configuration).openSession()) {
                return session.getMapper(ShelfMapper.class).find();
            }
        }
    }
}

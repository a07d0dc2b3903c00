package com.example.bookstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The conditional update, with a quantity that nobody has checked. */
class DeductTest {

    @Test
    @DisplayName("数量是负数：条件成立，返回 1，库存却多了")
    void aNegativeQuantityAdds() {
        SingleConnectionDataSource h2 = new SingleConnectionDataSource("jdbc:h2:mem:", true);
        JdbcClient jdbc = JdbcClient.create(h2);
        jdbc.sql("create table book (id int, stock int check (stock >= 0))").update();
        jdbc.sql("insert into book values (1, 5)").update();
        assertThat(jdbc.sql("update book set stock = stock - :quantity where id = 1 and stock >= :quantity")
                .param("quantity", -3).update()).isOne();
        assertThat(jdbc.sql("select stock from book").query(Integer.class).single()).isEqualTo(8);
        h2.destroy();
    }
}

package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;

import javax.sql.DataSource;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

class TwoDataSourcesTest {

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class TwoDatabases {

        @Bean
        DataSource orders() {
            return database();
        }

        @Bean
        DataSource warehouse() {
            return database();
        }

        @Bean
        @Primary
        PlatformTransactionManager orderTransactions(@Qualifier("orders") DataSource orders) {
            return new JdbcTransactionManager(orders);
        }

        @Bean
        PlatformTransactionManager warehouseTransactions(
                @Qualifier("warehouse") DataSource warehouse) {
            return new JdbcTransactionManager(warehouse);
        }

        static DataSource database() {
            DataSource database = new EmbeddedDatabaseBuilder()
                    .setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
            JdbcClient.create(database).sql("create table entry (text varchar(100))").update();
            return database;
        }

        @Bean
        Fulfilment fulfilment(@Qualifier("orders") DataSource orders,
                @Qualifier("warehouse") DataSource warehouse) {
            return new Fulfilment(JdbcClient.create(orders), JdbcClient.create(warehouse));
        }
    }

    // region fulfilment
    static class Fulfilment {

        private final JdbcClient orders;
        private final JdbcClient warehouse;

        Fulfilment(JdbcClient orders, JdbcClient warehouse) {
            this.orders = orders;
            this.warehouse = warehouse;
        }

        @Transactional // 用标了 @Primary 的那个，只管订单库
        public void ship(String order) {
            orders.sql("insert into entry values (?)").param("已发货 " + order).update();
            warehouse.sql("insert into entry values (?)").param("已出库 " + order).update();
            throw new IllegalStateException("没有快递员");
        }
        // endregion fulfilment

        @Transactional("warehouseTransactions")
        public void shipInWarehouse(String order) {
            ship(order);
        }
    }

    static List<String> entries(AnnotationConfigApplicationContext context, String database) {
        return JdbcClient.create(context.getBean(database, DataSource.class))
                .sql("select text from entry").query(String.class).list();
    }

    @Test
    @DisplayName("7 多数据源：@Transactional 只管一个库，另一个库每条语句自动提交")
    void onlyOneDatabaseRollsBack() {
        try (var context = new AnnotationConfigApplicationContext(TwoDatabases.class)) {
            Fulfilment fulfilment = context.getBean(Fulfilment.class);
            assertThatThrownBy(() -> fulfilment.ship("A1")).hasMessage("没有快递员");
            assertThat(entries(context, "orders")).isEmpty();
            assertThat(entries(context, "warehouse")).containsExactly("已出库 A1");

            assertThatThrownBy(() -> fulfilment.shipInWarehouse("A2"))
                    .hasMessage("没有快递员");
            assertThat(entries(context, "orders")).containsExactly("已发货 A2");
            assertThat(entries(context, "warehouse")).containsExactly("已出库 A1");
        }
    }

    /** Two transaction managers, and none of them is the primary one. */
    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class NoPrimary {

        @Bean
        PlatformTransactionManager orderTransactions() {
            return new JdbcTransactionManager(TwoDatabases.database());
        }

        @Bean
        PlatformTransactionManager warehouseTransactions() {
            return new JdbcTransactionManager(TwoDatabases.database());
        }

        @Bean
        Fulfilment fulfilment() {
            return new Fulfilment(null, null);
        }
    }

    @Test
    @DisplayName("7 多数据源：没有 @Primary，启动不报错，第一次调用才报错")
    void noPrimary() {
        try (var context = new AnnotationConfigApplicationContext(NoPrimary.class)) {
            Throwable thrown = catchThrowable(() -> context.getBean(Fulfilment.class).ship("A1"));
            assertThat(thrown).isInstanceOf(NoUniqueBeanDefinitionException.class);
            Recording.check("no-unique-transaction-manager.txt", thrown.toString());
        }
    }
}

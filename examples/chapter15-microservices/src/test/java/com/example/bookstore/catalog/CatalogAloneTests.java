package com.example.bookstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.order.Orders;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.modulith.test.ApplicationModuleTest;
import org.springframework.test.context.TestPropertySource;

/** 只启动 catalog 这一个模块，订单模块的 Bean 不在。 */
@ApplicationModuleTest
@TestPropertySource(properties = "spring.cloud.config.enabled=false")
class CatalogAloneTests {

    @Test
    void findsBooksWithoutOrders(@Autowired Catalog catalog, @Autowired ApplicationContext context) {
        assertThat(catalog.find("9787536692930")).map(Book::title).contains("三体");
        assertThat(context.getBeansOfType(Orders.class)).isEmpty();
    }
}

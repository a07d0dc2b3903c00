package com.example.bookstore;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** 启动后打印配置，好看清每一项最后取了什么值。 */
@Component
@Order(1)
class ConfigurationPrinter implements ApplicationRunner {

    private final BookstoreProperties bookstore;

    ConfigurationPrinter(BookstoreProperties bookstore) {
        this.bookstore = bookstore;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        System.out.println("name       = " + bookstore.name());
        System.out.println("languages  = " + bookstore.languages());
        System.out.println("free-from  = " + bookstore.shipping().freeFrom());
        System.out.println("pay-within = " + bookstore.shipping().payWithin());
        System.out.println("max-size   = " + bookstore.cover().maxSize());
        System.out.println("format     = " + bookstore.cover().format());
        System.out.println("labels     = " + bookstore.labels());
        System.out.println("warehouses = " + bookstore.warehouses());
    }
}

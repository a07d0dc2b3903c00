package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.cache.CacheManager;

/** Starts the bookstore and reads one book a hundred times; prints what the database got. */
public class Tomorrow {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            Catalog catalog = context.getBean(Catalog.class);
            catalog.forget("9787536692930");
            long before = context.getBean(QueryCounter.class).count();
            for (int i = 0; i < 100; i++) {
                catalog.find("9787536692930");
            }
            System.out.printf("Spring Boot %s：%s，读 100 次，数据库收到 %d 次查询%n", SpringBootVersion.getVersion(),
                    context.getBean(CacheManager.class).getClass().getSimpleName(),
                    context.getBean(QueryCounter.class).count() - before);
            catalog.forget("9787536692930");
        }
    }
}

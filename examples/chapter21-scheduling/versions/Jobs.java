package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Starts the bookstore with the lock and a report due every second; prints what its jobs have done. */
public class Jobs {

    public static void main(String[] args) throws InterruptedException {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            Orders orders = context.getBean(Orders.class);
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            while (orders.count("CANCELLED") < 2 || count(jdbc, "stock_report") == 0) {
                Thread.sleep(20);
            }
            System.out.printf("Spring Boot %s：取消了 %d 张，锁有 %d 行%n", SpringBootVersion.getVersion(),
                    orders.count("CANCELLED"), count(jdbc, "shedlock"));
        }
    }

    private static long count(JdbcClient jdbc, String table) {
        return jdbc.sql("select count(*) from " + table).query(Long.class).single();
    }
}

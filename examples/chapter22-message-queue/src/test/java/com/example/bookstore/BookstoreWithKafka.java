package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.SpringApplication;

/** The bookstore with a broker of its own; both end together. */
public final class BookstoreWithKafka {

    private BookstoreWithKafka() {
    }

    public static void main(String[] args) {
        String servers = Broker.servers();
        System.out.println("Kafka 的地址是 " + servers);
        List<String> arguments = new ArrayList<>(List.of("--spring.kafka.bootstrap-servers=" + servers,
                "--logging.level.com.example=info")); // logback-test.xml shows warnings and errors only
        arguments.addAll(List.of(args));
        SpringApplication.run(BookstoreApplication.class, arguments.toArray(String[]::new));
    }
}

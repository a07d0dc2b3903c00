package com.example.testing;

import java.util.ArrayList;
import java.util.List;

import com.example.bookstore.orders.OrdersApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The order service in the JVM of the test. */
public final class Store {

    private Store() {
    }

    public static ConfigurableApplicationContext run(FakeWarehouse warehouse, String... arguments) {
        return run(OrdersApplication.builder(), warehouse, arguments);
    }

    public static ConfigurableApplicationContext run(SpringApplicationBuilder builder, FakeWarehouse warehouse,
            String... arguments) {
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--management.server.port=0",
                "--bookstore.warehouse-url=" + warehouse.url(), "--spring.main.banner-mode=off",
                "--management.health.rabbit.enabled=false"));
        all.addAll(List.of(arguments));
        return builder.run(all.toArray(String[]::new));
    }
}

package com.example.order;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.web.service.registry.ImportHttpServices;

// region application
/** 订单服务，另一个进程。 */
@SpringBootApplication
@ImportHttpServices(group = "catalog", types = CatalogClient.class)
public class OrderApplication {

    public static void main(String[] args) {
        new SpringApplicationBuilder(OrderApplication.class)
                .properties("spring.config.name=order")
                .run(args);
    }
}
// endregion application

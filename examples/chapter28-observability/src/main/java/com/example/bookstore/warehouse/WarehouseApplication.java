package com.example.bookstore.warehouse;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** 仓库服务：留书、盘点。 */
@SpringBootApplication
public class WarehouseApplication {

    /** 除了 {@code application.yml}，还读 {@code warehouse.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(WarehouseApplication.class)
                .properties("spring.config.name=application,warehouse");
    }

    public static void main(String[] args) {
        builder().run(args);
    }
}

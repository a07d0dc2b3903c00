package com.example.delivery;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

// region application
@SpringBootApplication
// highlight-next-line
@ConfigurationPropertiesScan
public class DeliveryApplication {

    public static void main(String[] args) {
        SpringApplication.run(DeliveryApplication.class, args);
    }

    // 启动之后执行一次，打印配置
    @Bean
    CommandLineRunner print(DeliveryProperties delivery) {
        return args -> System.out.println(delivery.city() + "发货，满 "
                + delivery.freeFrom() + " 元包邮");
    }
}
// endregion application

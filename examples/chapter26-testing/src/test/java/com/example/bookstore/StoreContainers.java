package com.example.bookstore;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.testcontainers.postgresql.PostgreSQLContainer;

// region containers
@TestConfiguration(proxyBeanMethods = false)
class StoreContainers {

    @Bean
    @ServiceConnection // 地址、用户名、密码都从容器来
    PostgreSQLContainer postgres() {
        return new PostgreSQLContainer("postgres:17");
    }
}
// endregion containers

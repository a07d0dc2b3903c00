package com.example.registry;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.netflix.eureka.server.EnableEurekaServer;

// region registry
/** 注册中心：各个服务来报到，也来问别人在哪里。 */
@SpringBootApplication
@EnableEurekaServer
public class RegistryApplication {

    public static void main(String[] args) {
        new SpringApplicationBuilder(RegistryApplication.class)
                .properties("spring.config.name=registry")
                .run(args);
    }
}
// endregion registry

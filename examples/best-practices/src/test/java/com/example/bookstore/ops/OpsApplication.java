package com.example.bookstore.ops;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

/** A web application whose database cannot be reached: nothing listens on port 1. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = {HibernateJpaAutoConfiguration.class,
        DataJpaRepositoriesAutoConfiguration.class, FlywayAutoConfiguration.class})
class OpsApplication {

    static ConfigurableApplicationContext start(String... properties) {
        return start(OpsApplication.class, properties);
    }

    static ConfigurableApplicationContext start(Class<?> more, String... properties) {
        return new SpringApplicationBuilder(OpsApplication.class, more)
                .properties("server.port=0", "spring.main.banner-mode=off", "logging.level.root=off",
                        "spring.datasource.url=jdbc:postgresql://localhost:1/bookstore",
                        "spring.datasource.hikari.connection-timeout=250")
                .properties(properties).run();
    }

    /** The status and the body of a GET, whatever the status is. */
    static String get(ConfigurableApplicationContext context, String path) {
        return RestClient.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"))
                .get().uri(path).exchange((request, response) -> response.getStatusCode().value() + " "
                        + new String(response.getBody().readAllBytes()));
    }
}

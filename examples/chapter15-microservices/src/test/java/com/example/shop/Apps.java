package com.example.shop;

import java.util.ArrayList;
import java.util.List;

import com.example.catalog.CatalogApplication;
import com.example.gateway.GatewayApplication;
import com.example.order.OrderApplication;
import com.example.registry.RegistryApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The chapter's applications inside the JVM of the test, each on a free port. */
public final class Apps {

    private Apps() {
    }

    public static ConfigurableApplicationContext catalog(String... arguments) {
        return start(CatalogApplication.class, "catalog", arguments);
    }

    public static ConfigurableApplicationContext order(String... arguments) {
        return start(OrderApplication.class, "order", arguments);
    }

    public static ConfigurableApplicationContext gateway(String... arguments) {
        return start(GatewayApplication.class, "gateway", arguments);
    }

    public static ConfigurableApplicationContext registry(String... arguments) {
        return start(RegistryApplication.class, "registry", arguments);
    }

    /** With a main class of a test's own. */
    public static ConfigurableApplicationContext start(Class<?> application, String config, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--spring.main.banner-mode=off",
                "--spring.cloud.config.enabled=false"));
        all.addAll(List.of(arguments));
        if (all.stream().noneMatch(argument -> argument.startsWith("--server.port="))) {
            all.add("--server.port=0");
        }
        return new SpringApplicationBuilder(application).properties("spring.config.name=" + config)
                .run(all.toArray(String[]::new));
    }

    public static int port(ConfigurableApplicationContext context) {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    public static String url(ConfigurableApplicationContext context) {
        return "http://127.0.0.1:" + port(context);
    }
}

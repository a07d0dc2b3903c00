package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

class DeployVariablesTest {

    private final Map<String, Object> variables = read();

    private static Map<String, Object> read() {
        try {
            Map<String, Object> variables = new HashMap<>();
            PropertiesLoaderUtils.loadProperties(new ClassPathResource("deploy.env"))
                    .forEach((name, value) -> variables.put((String) name, value));
            return variables;
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    @Test
    void namesAreAllowedInEveryShell() {
        assertThat(variables.keySet()).allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
    }

    @Test
    void everythingIsBound() {
        ShopProperties shop = new Binder(ConfigurationPropertySources.from(
                new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .bind("shop", ShopProperties.class).get();
        assertThat(shop).isEqualTo(new ShopProperties("bookstore", List.of("zh", "en"),
                Map.of("bestseller", "hot"), List.of(new ShopProperties.Warehouse("east", "200000"))));
        // 组件的名字也在里面：改变量的名字，不改 Java 代码。
        assertThat(shop).hasToString("ShopProperties[displayName=bookstore, languages=[zh, en], "
                + "labels={bestseller=hot}, warehouses=[Warehouse[name=east, zipCode=200000]]]");
    }
}

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

    /** 与 ShopProperties 的样子相同：改了那个 record，这里不跟着变。 */
    record Shop(String displayName, List<String> languages, Map<String, String> labels,
            List<Warehouse> warehouses) {
    }

    record Warehouse(String name, String zipCode) {
    }

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
        Shop shop = new Binder(ConfigurationPropertySources.from(
                new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .bind("shop", Shop.class).get();
        assertThat(shop).isEqualTo(new Shop("bookstore", List.of("zh", "en"),
                Map.of("bestseller", "hot"), List.of(new Warehouse("east", "200000"))));
    }
}

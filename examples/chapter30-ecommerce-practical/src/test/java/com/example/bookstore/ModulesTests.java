package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;

@DisplayName("模块：没有环，谁依赖谁")
class ModulesTests {

    private final ApplicationModules modules =
            ApplicationModules.of(BookstoreApplication.class);

    @Test
    void boundaries() {
        modules.verify();
    }

    private String dependencies(ApplicationModule module) {
        return module.getDirectDependencies(modules).uniqueModules()
                .map(each -> each.getIdentifier().toString()).filter(name -> !name.equals("platform")).sorted()
                .collect(Collectors.joining("、"));
    }

    @Test
    void whoUsesWhom() {
        Table table = new Table("模块", "用到（platform 不列）");
        modules.stream().sorted(Comparator.comparing(module -> module.getIdentifier().toString()))
                .forEach(module -> table.row(module.getIdentifier(), dependencies(module)));
        Recording.check("modules.txt", table.toString());
        assertThat(dependencies(modules.getModuleByName("stock").orElseThrow())).isEmpty();
        assertThat(dependencies(modules.getModuleByName("orders").orElseThrow())).doesNotContain("payment");
    }
}

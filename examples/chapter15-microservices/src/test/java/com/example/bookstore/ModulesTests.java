package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.leaky.LeakyApplication;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.core.Violations;

class ModulesTests {

    @Test
    void verified() {
        // region verify
        ApplicationModules modules = ApplicationModules.of(BookstoreApplication.class);
        modules.verify();
        // endregion verify
        assertThat(modules.stream().map(module -> module.getIdentifier().toString()))
                .containsExactlyInAnyOrder("catalog", "order");
        Recording.check("modules.txt", modules.stream().map(Object::toString).sorted()
                .collect(Collectors.joining("\n")));
    }

    @Test
    void onlyOneDirection() {
        ApplicationModules modules = ApplicationModules.of(BookstoreApplication.class);
        assertThat(modules.getModuleByName("order").orElseThrow().getDirectDependencies(modules)
                .containsModuleNamed("catalog")).isTrue();
        assertThat(modules.getModuleByName("catalog").orElseThrow().getDirectDependencies(modules)
                .containsModuleNamed("order")).isFalse();
    }

    @Test
    void violation() {
        Throwable thrown = catchThrowable(() -> ApplicationModules.of(LeakyApplication.class,
                (ImportOption) location -> true).verify());
        assertThat(thrown).isInstanceOf(Violations.class).hasMessageContaining("non-exposed type");
        Recording.check("violation.txt", thrown.getMessage());
    }
}

package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.book.Recording;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RestController;

class ArchitectureTests {

    // region rule
    private static final ArchRule RULE = ArchRuleDefinition.noClasses()
            .that().areAnnotatedWith(RestController.class)
            .should().dependOnClassesThat().areAssignableTo(JdbcClient.class)
            .because("控制器经过服务才到数据库");
    // endregion rule

    /** Asks the database itself. */
    @RestController
    static class Shortcut {

        private final JdbcClient jdbc;

        Shortcut(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }
    }

    @Test
    void theStoreKeepsTheRule() {
        // region check
        JavaClasses store = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("com.example.bookstore");
        RULE.check(store);
        // endregion check
        assertThat(store.contain("com.example.bookstore.OrderController")).isTrue();
        assertThat(store.contain("com.example.bookstore.OrderSliceTests")).isFalse();
    }

    @Test
    void aShortcutIsFound() {
        assertThatThrownBy(() -> RULE.check(new ClassFileImporter().importClasses(Shortcut.class)))
                .isInstanceOf(AssertionError.class)
                .satisfies(ex -> Recording.check("architecture.txt", ex.getMessage().lines().limit(2)
                        .reduce((a, b) -> a + "\n" + b).orElseThrow()));
    }
}

package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.book.Recording;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
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
        JavaClasses store = new ClassFileImporter().importPath(Recording.module().resolve("target/classes"));
        assertThat(store.contain("com.example.bookstore.OrderController")).isTrue();
        RULE.check(store);
    }

    @Test
    void aShortcutIsFound() {
        assertThatThrownBy(() -> RULE.check(new ClassFileImporter().importClasses(Shortcut.class)))
                .isInstanceOf(AssertionError.class)
                .satisfies(ex -> Recording.check("architecture.txt", ex.getMessage().lines().limit(2)
                        .reduce((a, b) -> a + "\n" + b).orElseThrow()));
    }
}

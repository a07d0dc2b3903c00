package com.example.bookstore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("守住边界")
class ArchitectureTest {

    // region import
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("com.example.bookstore");
    // endregion import

    // region rules
    @Test
    @DisplayName("目录不知道有订单")
    void catalogDoesNotKnowOrdering() {
        noClasses().that().resideInAPackage("..bookstore.catalog..")
                .should().dependOnClassesThat().resideInAPackage("..bookstore.ordering..")
                .because("订单用目录，反过来就成了循环")
                .check(CLASSES);
    }

    @Test
    @DisplayName("功能之间没有循环")
    void featuresAreFreeOfCycles() {
        slices().matching("com.example.bookstore.(*)..").should().beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    @DisplayName("不用字段注入")
    void constructorsOnly() {
        NO_CLASSES_SHOULD_USE_FIELD_INJECTION.check(CLASSES);
    }
    // endregion rules
}

package com.example.bookstore;

import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.library.ProxyRules.no_classes_should_directly_call_other_methods_declared_in_the_same_class_that;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;

/** 架构的规矩，由 archunit 这个 profile 运行。 */
class ArchitectureRules {

    // region rule
    @Test
    void asyncGoesThroughTheProxy() {
        JavaClasses store =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("com.example.bookstore");
        no_classes_should_directly_call_other_methods_declared_in_the_same_class_that(
                        annotatedWith(Async.class))
                .because("同一个类里直接调用，不经过代理，@Async 不起作用")
                .check(store);
    }
    // endregion rule
}

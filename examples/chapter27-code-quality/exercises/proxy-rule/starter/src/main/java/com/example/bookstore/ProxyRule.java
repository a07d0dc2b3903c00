package com.example.bookstore;

import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.library.ProxyRules.no_classes_should_directly_call_other_methods_declared_in_the_same_class_that;

import java.lang.annotation.Annotation;

import com.tngtech.archunit.lang.ArchRule;

public final class ProxyRule {

    // region rule
    /** 带这个注解的方法，不许从同一个类里调用，也不许写成方法引用。 */
    public static ArchRule notFromTheSameClass(Class<? extends Annotation> annotation) {
        return no_classes_should_directly_call_other_methods_declared_in_the_same_class_that(
                annotatedWith(annotation));
    }
    // endregion rule

    private ProxyRule() {
    }
}

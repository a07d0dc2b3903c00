package com.example.bookstore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;

public final class ArchitectureRules {

    private ArchitectureRules() {
    }

    /** catalog.internal 里的类，只有 catalog 自己能用。 */
    public static ArchRule internalsStayInside() {
        return classes().that().resideInAPackage("com.example.*.catalog.internal..")
                .should().onlyHaveDependentClassesThat()
                .resideInAPackage("com.example.*.catalog..");
    }

    /** 功能之间没有循环；一个功能是 com.example.书店名 下的一个包，连同它的子包。 */
    public static ArchRule featuresAreFreeOfCycles() {
        return slices().matching("com.example.*.(*)..").should().beFreeOfCycles();
    }
}

package com.example.bookstore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.annotation.Lookup;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;

class BreakTheCycleTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages("com.example.bookstore");

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(BookstoreApplication.class)
                .properties("spring.main.banner-mode=off").run();
    }

    @Test
    void startsAndBehavesAsBefore() {
        try (ConfigurableApplicationContext context = start()) {
            InventoryService inventory = context.getBean(InventoryService.class);
            assertThat(inventory.canRemove("9787506365437")).isTrue();
            OrderService orders = context.getBean(OrderService.class);
            assertThat(orders.hasOpenOrder("9787506365437")).isFalse();
            orders.place("9787506365437");
            assertThat(orders.hasOpenOrder("9787506365437")).isTrue();
            assertThat(inventory.reserved("9787506365437")).isEqualTo(1);
            assertThat(inventory.canRemove("9787506365437")).isFalse();
            // 别的书没有订单，照样能下架；同一本书下两单，扣两本。
            assertThat(inventory.canRemove("9787020008735")).isTrue();
            assertThat(inventory.reserved("9787020008735")).isZero();
            orders.place("9787506365437");
            assertThat(inventory.reserved("9787506365437")).isEqualTo(2);
        }
    }

    @Test
    void aRestartForgetsTheOrders() {
        try (ConfigurableApplicationContext context = start()) {
            context.getBean(OrderService.class).place("9787111213826");
        }
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(OrderService.class).hasOpenOrder("9787111213826"))
                    .as("重新启动之后，上一次的订单不应当还在").isFalse();
            assertThat(context.getBean(InventoryService.class).reserved("9787111213826")).isZero();
            assertThat(context.getBean(InventoryService.class).canRemove("9787111213826")).isTrue();
        }
    }

    @Test
    void manyThreadsOrderAtOnce() throws Exception {
        try (ConfigurableApplicationContext context = start();
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            OrderService orders = context.getBean(OrderService.class);
            threads.invokeAll(Collections.nCopies(8, () -> {
                for (int i = 0; i < 5_000; i++) {
                    orders.place("9787115275790");
                }
                return null;
            }));
            assertThat(context.getBean(InventoryService.class).reserved("9787115275790"))
                    .as("八个线程各下五千单").isEqualTo(40_000);
        }
    }

    @Test
    void theSwitchStaysOff() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(((DefaultListableBeanFactory) context.getBeanFactory()).isAllowCircularReferences())
                    .as("spring.main.allow-circular-references").isFalse();
        }
    }

    @Test
    void nothingIsPostponed() {
        noClasses().should().dependOnClassesThat().areAssignableTo(Lazy.class)
                .orShould().dependOnClassesThat().areAssignableTo(Lookup.class)
                .orShould().dependOnClassesThat().areAssignableTo(Scope.class)
                .orShould().dependOnClassesThat().areAssignableTo(ObjectFactory.class)
                .orShould().dependOnClassesThat().areAssignableTo(BeanFactory.class)
                .check(CLASSES);
    }

    @Test
    void theTwoNoLongerKnowEachOther() {
        assertThat(knows(OrderService.class, InventoryService.class)
                && knows(InventoryService.class, OrderService.class))
                .as("OrderService 和 InventoryService 还互相引用着，隔着别的类也算").isFalse();
    }

    private static boolean knows(Class<?> one, Class<?> other) {
        return CLASSES.get(one).getTransitiveDependenciesFromSelf().stream()
                .anyMatch(dependency -> dependency.getTargetClass().isEquivalentTo(other));
    }
}

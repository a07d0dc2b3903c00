package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class OneContextTest {

    private static final List<Class<?>> SUITES = List.of(OrdersSuite.class, PriceSuite.class, CountSuite.class);

    /** What passed, what failed, and what of it failed in its own method: not before it, in another one. */
    private record Outcome(Set<String> passed, Set<String> failed, Set<String> failedInside) {
    }

    /** The methods of a class by name, the last one first. */
    static final class Backwards extends MethodOrderer.MethodName {

        @Override
        public void orderMethods(MethodOrdererContext context) {
            super.orderMethods(context);
            Collections.reverse(context.getMethodDescriptors());
        }
    }

    private static Outcome run(List<Class<?>> suites) {
        return run(suites, Map.of());
    }

    private static Outcome run(List<Class<?>> suites, Map<String, String> parameters) {
        Set<String> passed = new TreeSet<>();
        Set<String> failed = new TreeSet<>();
        Set<String> inside = new TreeSet<>();
        LauncherFactory.create(LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false).build())
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(suites.stream().map(DiscoverySelectors::selectClass).toList())
                        .configurationParameters(parameters).build(),
                        new TestExecutionListener() {

                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (result.getThrowable().isPresent()) {
                                    failed.add(test.getDisplayName());
                                    if (Stream.of(result.getThrowable().get().getStackTrace()).anyMatch(
                                            frame -> test.getDisplayName().equals(frame.getMethodName() + "()"))) {
                                        inside.add(test.getDisplayName());
                                    }
                                }
                                else if (test.isTest()) {
                                    passed.add(test.getDisplayName());
                                }
                            }
                        });
        return new Outcome(passed, failed, inside);
    }

    /** The three classes in every order. */
    private static List<List<Class<?>>> orders() {
        List<List<Class<?>>> orders = new ArrayList<>();
        for (Class<?> first : SUITES) {
            List<Class<?>> others = new ArrayList<>(SUITES);
            others.remove(first);
            for (List<Class<?>> rest : List.of(others, others.reversed())) {
                orders.add(List.of(first, rest.getFirst(), rest.getLast()));
            }
        }
        return orders;
    }

    @Test
    @DisplayName("五个测试都在、都通过，不论先后；一共只启动一个上下文")
    void oneContext() {
        Outcome outcome = run(SUITES);
        assertThat(outcome.failed()).as("失败的测试").isEmpty();
        assertThat(outcome.passed()).contains("sendsAMail()", "remembersTheOrder()", "pricesInYuan()",
                "startsFromZero()", "countsOrders()");
        for (List<Class<?>> classes : orders()) {
            for (Class<?> order : List.of(MethodOrderer.MethodName.class, Backwards.class)) {
                assertThat(run(classes, Map.of("junit.jupiter.testmethod.order.default", order.getName())).failed())
                        .as("类的顺序是 %s，方法按 %s 排列，失败的测试", classes, order.getSimpleName()).isEmpty();
            }
        }
        assertThat(Counted.STARTS).as("启动的上下文").hasValue(1);
    }

    @Test
    @DisplayName("书店坏了，五个测试都看得出来")
    void stillTests() {
        System.setProperty("bookstore.broken", "true");
        try {
            // 一个测试删空了，这里就看得出来
            assertThat(run(SUITES).failedInside()).as("书店坏了，在自己的方法里失败的测试").contains("sendsAMail()",
                    "remembersTheOrder()", "pricesInYuan()", "startsFromZero()", "countsOrders()");
        }
        finally {
            System.clearProperty("bookstore.broken");
        }
        assertThat(Stream.of(run(SUITES).failed())).allMatch(Set::isEmpty);
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;

class ProxyRuleTest {

    static class Sender {

        @Async
        void send(String order) {
        }
    }

    static class Calls {

        void sendAll() {
            send("A");
        }

        @Async
        void send(String order) {
        }
    }

    static class Lambda {

        void sendAll(List<String> orders) {
            orders.forEach(order -> send(order));
        }

        @Async
        void send(String order) {
        }
    }

    static class Reference {

        void sendAll(List<String> orders) {
            orders.forEach(this::send);
        }

        @Async
        void send(String order) {
        }
    }

    static class InTheConstructor {

        InTheConstructor() {
            send("A");
        }

        @Async
        void send(String order) {
        }
    }

    static class Again {

        @Async
        void send(List<String> orders) {
            if (orders.size() > 1) {
                send(orders.subList(1, orders.size()));
            }
        }
    }

    static class Elsewhere {

        void sendAll(Sender sender, List<String> orders) {
            sender.send("A");
            orders.forEach(sender::send);
            orders.forEach(this::print);
            other(1);
        }

        void other(int copies) {
        }

        @Async
        void other(String order) {
        }

        void print(String order) {
        }
    }

    private static void check(Class<?>... types) {
        ProxyRule.notFromTheSameClass(Async.class).check(new ClassFileImporter().importClasses(types));
    }

    @Test
    void aCallIsFound() {
        assertThatThrownBy(() -> check(Calls.class)).isInstanceOf(AssertionError.class).hasMessageContaining("sendAll");
    }

    @Test
    void aLambdaIsFound() {
        assertThatThrownBy(() -> check(Lambda.class)).isInstanceOf(AssertionError.class).hasMessageContaining("sendAll");
    }

    @Test
    void aMethodReferenceIsFound() {
        assertThatThrownBy(() -> check(Reference.class)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("sendAll");
    }

    @Test
    void aCallInTheConstructorIsFound() {
        assertThatThrownBy(() -> check(InTheConstructor.class)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("InTheConstructor");
    }

    @Test
    void aMethodThatCallsItselfIsFound() {
        assertThatThrownBy(() -> check(Again.class)).isInstanceOf(AssertionError.class).hasMessageContaining("send");
    }

    @Test
    void anotherBeanIsFine() {
        assertThatCode(() -> check(Sender.class, Elsewhere.class)).doesNotThrowAnyException();
    }

    @Test
    void theAnnotationIsTheOneAskedFor() {
        assertThatCode(() -> ProxyRule.notFromTheSameClass(Scheduled.class).allowEmptyShould(true)
                .check(new ClassFileImporter().importClasses(Calls.class, Reference.class))).doesNotThrowAnyException();
    }
}

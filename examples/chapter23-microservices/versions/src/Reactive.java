package com.example.bookstore;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.reactivestreams.Publisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What the timeout does to an attempt that is still going on, where the method returns a publisher. */
@Configuration(proxyBeanMethods = false)
@EnableResilientMethods
@Import(Reactive.Calls.class)
public class Reactive {

    static class Calls {

        final AtomicInteger begun = new AtomicInteger();
        final AtomicInteger cancelled = new AtomicInteger();

        @Retryable(timeout = 200)
        public Mono<String> one() {
            return Mono.<String>never().doOnSubscribe(it -> begun.incrementAndGet())
                    .doOnCancel(cancelled::incrementAndGet);
        }

        @Retryable(timeout = 200)
        public Flux<String> many() {
            return Flux.<String>never().doOnSubscribe(it -> begun.incrementAndGet())
                    .doOnCancel(cancelled::incrementAndGet);
        }

        @Retryable(timeout = 1500)
        public Flux<Long> steady() {
            return Flux.interval(Duration.ofMillis(100)).take(20); // two seconds, and never long without an element
        }
    }

    private static String end(Calls target, Publisher<String> result) {
        try {
            Flux.from(result).blockLast(Duration.ofSeconds(60));
            return "no failure";
        }
        catch (RuntimeException ex) {
            return "%d begun, %d cancelled, %s".formatted(target.begun.getAndSet(0), target.cancelled.getAndSet(0),
                    ex.getCause() instanceof TimeoutException ? "timeout" : ex.toString());
        }
    }

    public static void main(String[] args) throws Exception {
        try (var context = new AnnotationConfigApplicationContext(Reactive.class)) {
            Calls calls = context.getBean(Calls.class);
            Calls target = (Calls) ((org.springframework.aop.framework.Advised) calls).getTargetSource().getTarget();
            System.out.println("calls: mono=" + end(target, calls.one()));
            System.out.println("calls: flux=" + end(target, calls.many()));
            System.out.println("calls: steady=" + calls.steady().count().block(Duration.ofSeconds(60)));
        }
    }
}

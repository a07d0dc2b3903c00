package com.example.bookstore;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/** Counts started contexts. */
public final class Counted implements ContextCustomizerFactory {

    static final AtomicInteger STARTS = new AtomicInteger();

    private record Counting() implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
            STARTS.incrementAndGet();
        }
    }

    @Override
    public ContextCustomizer createContextCustomizer(Class<?> test, List<ContextConfigurationAttributes> attributes) {
        return new Counting();
    }
}

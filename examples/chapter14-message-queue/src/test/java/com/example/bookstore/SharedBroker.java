package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceLock;

/** For classes whose tests use the {@code chapter14.probe} queues of the machine's broker: one of them at a time. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock("probe queues of chapter 14")
@WritesLog
public @interface SharedBroker {
}

package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** For tests that start applications or jobs in this JVM, whose log they share: not beside {@link ReadsTheLog}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock(value = ReadsTheLog.LOG, mode = ResourceAccessMode.READ)
public @interface WritesTheLog {
}

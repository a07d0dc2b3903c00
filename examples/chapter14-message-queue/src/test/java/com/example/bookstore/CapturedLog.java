package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceLock;

/** For classes that read this JVM's log: one at a time, and beside them nobody who {@linkplain WritesLog writes to it}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock("log of this JVM")
@interface CapturedLog {
}

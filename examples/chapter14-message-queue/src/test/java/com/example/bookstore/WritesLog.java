package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** For classes that write to this JVM's log: at the same time as each other, never beside a {@link CapturedLog}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock(value = "log of this JVM", mode = ResourceAccessMode.READ)
@interface WritesLog {
}

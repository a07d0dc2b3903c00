package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceLock;

/** For tests that say what this JVM logs and what it does not: nothing else may log or configure the log meanwhile. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock(ReadsTheLog.LOG)
public @interface ReadsTheLog {

    String LOG = "the log of this JVM";
}

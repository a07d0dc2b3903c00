package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceLock;

/** For classes whose tests use the exchange and the queues of the chapter's applications: one of them at a time. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock("shop queues of chapter 14")
@WritesLog
public @interface ShopQueues {
}

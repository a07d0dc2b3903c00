package com.example.bookstore;

import java.time.Duration;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A task that is done as soon as it has started; it says how much processor time that took. */
@SpringBootApplication
public class Reconciliation {

    static final String DONE = "reconciled, processor ms: ";

    public static void main(String[] arguments) {
        SpringApplication.run(Reconciliation.class, arguments);
        Duration processor = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        System.out.println(DONE + processor.toMillis());
    }
}

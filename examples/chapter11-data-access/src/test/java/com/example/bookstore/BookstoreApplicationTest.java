package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BookstoreApplicationTest {

    @Test
    @DisplayName("mvn spring-boot:run 看到的：三种实现答案相同")
    void threeWays() {
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class);
        assertThat(run.exitCode()).isZero();
        Recording.check("three-ways.txt", run.output());
    }
}

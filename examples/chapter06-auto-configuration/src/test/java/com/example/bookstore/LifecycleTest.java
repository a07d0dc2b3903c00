package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Bean 的一生：从构造到销毁的每个回调")
class LifecycleTest {

    @Test
    @DisplayName("顺序来自一次真的运行")
    void callbacks() {
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class);
        assertThat(run.exitCode()).as(run.output()).isZero();
        Recording.check("lifecycle.txt", run.output().lines()
                .filter(line -> line.startsWith("仓库 |") || line.contains("运费")
                        || line.contains("Started BookstoreApplication"))
                .map(line -> line.replaceAll(".* Started", "日志 | Started"))
                .collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("一个小 Bean：构造一次，开门一次，关门一次")
    void shelf() {
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class);
        assertThat(run.exitCode()).as(run.output()).isZero();
        Recording.check("shelf.txt", run.output().lines()
                .filter(line -> line.startsWith("书架 |") || line.contains("运费"))
                .collect(Collectors.joining("\n")));
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BookstoreApplicationTest {

    private static String run(String... arguments) {
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class, arguments);
        assertThat(run.exitCode()).isZero();
        return run.output();
    }

    @Test
    @DisplayName("mvn spring-boot:run 看到的：同一张订单提交两次，没有事务的少了一本书")
    void checkout() {
        String output = run();
        Recording.check("checkout.txt", output);
        assertThat(output.substring(output.indexOf("没有事务"))).contains("库存 8，订单 [A-1001]")
                .endsWith("库存 7，订单 [A-1001, A-1002]\n");
    }

    @Test
    @DisplayName("数据留着再运行一次：演示先收拾，输出一样")
    void again(@TempDir Path directory) {
        String url = "--spring.datasource.url=jdbc:h2:file:" + directory.resolve("again");
        String first = run(url);
        assertThat(run(url)).endsWith(first.substring(first.indexOf("Book[")));
    }

    @Test
    @DisplayName("profile 是 jpa 时看到的：没有写 save，也有一条 update")
    void jpa() {
        String output = run("--spring.profiles.active=jpa");
        // What Hibernate does while it starts is left out.
        Recording.check("jpa.txt", output.substring(output.indexOf("Hibernate: \n    select")));
        assertThat(output).containsOnlyOnce("update");
    }

    @Test
    @DisplayName("--bookstore.demo=three-ways 看到的：三种实现答案相同")
    void threeWays() {
        Recording.check("three-ways.txt", run("--bookstore.demo=three-ways"));
    }
}

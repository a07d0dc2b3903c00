package com.example.slowstart;

import com.example.bookstore.BookstoreApplication;

import jakarta.annotation.PostConstruct;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Import;

import java.time.Duration;

/** The store as it was before: the index is loaded while a bean is made, before there is a web server. */
// region slow
@Import(BookstoreApplication.class)
public class SlowStartApplication {

    @Value("${legacy.index-time:0s}")
    private Duration indexTime;

    @PostConstruct
    void loadIndex() throws InterruptedException {
        // 这时内嵌的 Tomcat 还没有开始监听，探针连不上
        Thread.sleep(indexTime);
    }
    // endregion slow

    public static void main(String[] args) {
        SpringApplication.run(SlowStartApplication.class, args);
    }
}

package com.example.bookstore;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.concurrent.Callable;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** 要记日志的应用；不用改它。 */
@SpringBootApplication
class BookstoreApplication {

    @Bean
    FilterRegistrationBean<Filter> gate() {
        FilterRegistrationBean<Filter> gate = new FilterRegistrationBean<>(
                (request, response, chain) -> ((HttpServletResponse) response)
                        .setStatus(403));
        gate.addUrlPatterns("/private");
        gate.setOrder(-200);
        return gate;
    }

    @ResponseStatus(HttpStatus.CONFLICT)
    static class OutOfStock extends RuntimeException {
    }

    @RestController
    static class Books {

        @GetMapping({"/books", "/last"})
        String books() {
            return "书目";
        }

        @GetMapping("/search")
        String search(@RequestParam String title) {
            return title;
        }

        @GetMapping("/sold-out")
        String soldOut() {
            throw new OutOfStock();
        }

        @GetMapping("/boom")
        String boom() {
            throw new IllegalStateException("坏了");
        }

        /** 半张页面已经发出去了，才出错。 */
        @GetMapping("/half")
        void half(HttpServletResponse response) throws IOException {
            response.getOutputStream().write(new byte[20_000]);
            response.flushBuffer();
            throw new IllegalStateException("写到一半");
        }

        @GetMapping("/report")
        Callable<String> report() {
            return () -> "报表";
        }

        @GetMapping("/boom-report")
        Callable<String> boomReport() {
            return () -> {
                throw new IllegalStateException("算到一半");
            };
        }

        @GetMapping("/sold-out-report")
        Callable<String> soldOutReport() {
            return () -> {
                throw new OutOfStock();
            };
        }
    }
}

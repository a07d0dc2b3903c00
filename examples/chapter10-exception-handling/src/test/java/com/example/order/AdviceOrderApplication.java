package com.example.order;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** 每个控制器配自己的几个 advice，看谁认领；advice 返回自己的名字。 */
@SpringBootApplication(exclude = {ServletWebSecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
class AdviceOrderApplication {

    static class BookException extends RuntimeException {

        BookException(Throwable cause) {
            super(cause);
        }
    }

    static class BookMissingException extends BookException {

        BookMissingException(Throwable cause) {
            super(cause);
        }
    }

    // region one-advice
    @RestController
    static class One {

        @GetMapping("/one-advice")
        void get() {
            throw new BookMissingException(new IOException());
        }
    }

    @RestControllerAdvice(assignableTypes = One.class)
    static class OneAdvice {

        @ExceptionHandler
        String generic(RuntimeException ex) {
            return "RuntimeException";
        }

        @ExceptionHandler
        String specific(BookException ex) {
            return "BookException";
        }

        @ExceptionHandler
        String cause(IOException ex) {
            return "原因 IOException";
        }
    }
    // endregion one-advice

    // region two-advices
    @RestController
    static class Two {

        @GetMapping("/two-advices")
        void get() {
            throw new BookMissingException(null);
        }
    }

    @RestControllerAdvice(assignableTypes = Two.class)
    @Order(1)
    static class CatchAll {

        @ExceptionHandler
        String generic(Exception ex) {
            return "@Order(1) 的 Exception";
        }
    }

    @RestControllerAdvice(assignableTypes = Two.class)
    @Order(2)
    static class Precise {

        @ExceptionHandler
        String specific(BookMissingException ex) {
            return "@Order(2) 的 BookMissingException";
        }
    }
    // endregion two-advices

    // region cause
    @RestController
    static class Cause {

        @GetMapping("/cause")
        void get() {
            throw new BookMissingException(new UncheckedIOException(new IOException()));
        }
    }

    @RestControllerAdvice(assignableTypes = Cause.class)
    @Order(1)
    static class Files {

        @ExceptionHandler
        String cause(IOException ex) {
            return "@Order(1) 的 IOException（原因的原因）";
        }
    }

    @RestControllerAdvice(assignableTypes = Cause.class)
    @Order(2)
    static class Exact {

        @ExceptionHandler
        String exact(BookMissingException ex) {
            return "@Order(2) 的 BookMissingException";
        }
    }
    // endregion cause

    // region local
    @RestController
    static class Local {

        @GetMapping("/local")
        void get() {
            throw new BookMissingException(null);
        }

        @ExceptionHandler
        String local(Exception ex) {
            return "控制器里的 Exception";
        }
    }

    @RestControllerAdvice(assignableTypes = Local.class)
    @Order(1)
    static class LocalPrecise {

        @ExceptionHandler
        String specific(BookMissingException ex) {
            return "@Order(1) 的 BookMissingException";
        }
    }
    // endregion local

    // region narrow
    @RestController
    static class Narrow {

        @GetMapping("/narrow")
        void get() {
            throw new BookMissingException(null);
        }
    }

    @RestControllerAdvice(assignableTypes = Narrow.class)
    static class NarrowAdvice {

        @ExceptionHandler
        String all(Exception ex) {
            return "只管 Narrow 的 advice";
        }
    }
    // endregion narrow

    @RestController
    static class Form {

        @PostMapping("/form")
        String form(@RequestParam String text) {
            return text;
        }
    }
}

package com.example.bookstore.logs;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Logs the name that somebody typed into the login form. */
@Configuration(proxyBeanMethods = false)
public class LoginLog {

    private static final Logger log = LoggerFactory.getLogger(LoginLog.class);

    // region login
    static void failed(String userName) {
        log.warn("登录失败：{}", userName);
    }

    @Bean
    CommandLineRunner attack() {
        return arguments -> failed("小明\n"
                + "2026-01-01T10:00:00.000+08:00  INFO 12345 --- [           main] "
                + "com.example.bookstore.logs.LoginLog      : 登录成功：admin");
    }
    // endregion login

    public static void main(String[] args) {
        SpringApplication.run(LoginLog.class, args);
    }
}

package com.example.specimen;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Configuration;

/** Logs a hundred lines and ends. */
@Configuration(proxyBeanMethods = false)
public class LastWords {

    private static final Logger log = LoggerFactory.getLogger(LastWords.class);

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(LastWords.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(args);
        for (int i = 1; i <= 100; i++) {
            log.info("第 {} 行", i);
        }
        System.exit(0);
    }
}

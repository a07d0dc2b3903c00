package com.example.specimen;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Logs what a stranger typed. */
@Configuration(proxyBeanMethods = false)
public class Forged {

    private static final Logger log = LoggerFactory.getLogger(Forged.class);

    /** Between what is logged as text and what is logged as JSON. */
    public static final String NEXT = "-- ecs --";

    public static void main(String[] args) {
        logged("--logging.config=classpath:text.xml");
        System.out.println(NEXT);
        logged("--logging.config=classpath:plain.xml", "--logging.structured.format.console=ecs");
    }

    private static void logged(String... arguments) {
        SpringApplication application = new SpringApplication(Forged.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        application.setBannerMode(Banner.Mode.OFF);
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            log.info("没有这本书：{}", "x\n2026-11-27T12:00:00.000+08:00  INFO 管理员登录成功");
        }
    }
}

package com.example.pitfalls;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** An application with a job and no web server; the job ends it. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@ImportAutoConfiguration(TaskSchedulingAutoConfiguration.class)
public class JobsOnly {

    @Scheduled(initialDelay = 3000, fixedRate = 3_600_000)
    void job() {
        System.out.println("任务运行了");
        System.exit(0);
    }

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(JobsOnly.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(args);
    }
}

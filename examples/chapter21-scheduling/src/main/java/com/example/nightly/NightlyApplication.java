package com.example.nightly;

import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** One Quartz job, stored in the database and shared by all instances. */
@SpringBootApplication
public class NightlyApplication {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(NightlyApplication.class);
        application.setAdditionalProfiles("quartz");
        application.run(args);
    }

    // region job
    @Bean
    JobDetail statement() {
        return JobBuilder.newJob(StatementJob.class)
                .withIdentity("statement").storeDurably()
                // 做到一半进程没了，由别的进程再做一遍
                .requestRecovery()
                .build();
    }

    @Bean
    Trigger now(JobDetail statement) {
        return TriggerBuilder.newTrigger().forJob(statement)
                .withIdentity("now").startNow().build();
    }
    // endregion job
}

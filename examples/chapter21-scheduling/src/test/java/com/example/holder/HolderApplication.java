package com.example.holder;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** An instance whose report never ends, or ends at once. It comes for the lock every second, once it is admitted. */
@SpringBootApplication
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "4s")
public class HolderApplication {

    private final boolean blocks;

    HolderApplication(@Value("${blocks}") boolean blocks) {
        this.blocks = blocks;
    }

    public static void main(String[] args) {
        new SpringApplicationBuilder(HolderApplication.class).web(WebApplicationType.NONE)
                .properties("spring.main.keep-alive=true").run(args);
    }

    @Bean
    LockProvider lockProvider(JdbcTemplate jdbc, @Value("${instance}") String instance) {
        LockProvider locks = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(jdbc).usingDbTime().build());
        return lock -> jdbc.queryForObject("select count(*) from admitted where instance = ?", Integer.class, instance) == 0
                ? Optional.empty() : locks.lock(lock);
    }

    @Scheduled(cron = "* * * * * *")
    @SchedulerLock(name = "nightly")
    public void report() throws InterruptedException {
        System.out.println(blocks ? "HOLDING" : "RAN");
        if (blocks) {
            new CountDownLatch(1).await();
        }
    }
}

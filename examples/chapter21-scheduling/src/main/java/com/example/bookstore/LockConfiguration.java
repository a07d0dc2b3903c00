package com.example.bookstore;

import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;

// region lock
@Configuration(proxyBeanMethods = false)
@EnableSchedulerLock(defaultLockAtMostFor = "10m")
@Profile("locked")
public class LockConfiguration {

    @Bean
    LockProvider lockProvider(JdbcTemplate jdbc) {
        var configuration = JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(jdbc)
                // 锁什么时候到期，按数据库的钟算，不看各台机器的钟
                .usingDbTime();
        return new JdbcTemplateLockProvider(configuration.build());
    }
}
// endregion lock

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
                // 用数据库的钟，几台机器的钟差几秒也没有关系
                .usingDbTime();
        return new JdbcTemplateLockProvider(configuration.build());
    }
}
// endregion lock

package com.example.bookstore.order;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.auditing.DateTimeProvider;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;

// region all
@Configuration
@EnableJpaAuditing(dateTimeProviderRef = "auditTime")
class AuditingConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** 截到微秒：列只存到微秒，有的时钟给纳秒。 */
    @Bean
    DateTimeProvider auditTime(Clock clock) {
        return () -> Optional.of(clock.instant().truncatedTo(ChronoUnit.MICROS));
    }

    /** 用了 Spring Security，就从 SecurityContext 里取当前用户。 */
    @Bean
    AuditorAware<String> auditor() {
        return () -> Optional.of("system");
    }
}
// endregion all

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

    /** Microseconds: what the columns hold. Some clocks give nanoseconds. */
    @Bean
    DateTimeProvider auditTime(Clock clock) {
        return () -> Optional.of(clock.instant().truncatedTo(ChronoUnit.MICROS));
    }

    /** With Spring Security this would come from the SecurityContext. */
    @Bean
    AuditorAware<String> auditor() {
        return () -> Optional.of("system");
    }
}
// endregion all

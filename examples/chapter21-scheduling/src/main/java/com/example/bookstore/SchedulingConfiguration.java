package com.example.bookstore;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.EnableScheduling;

// region enable
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@Profile("!test")
class SchedulingConfiguration {
}
// endregion enable

package com.example.bookstore;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Binds the settings. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StoreSettings.class)
class SettingsConfiguration {
}

package com.example.shop;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** The gateway as it is without {@code GatewayErrors}. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class BareGateway {
}

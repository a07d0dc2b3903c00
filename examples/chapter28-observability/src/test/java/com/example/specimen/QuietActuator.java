package com.example.specimen;

import io.micrometer.observation.ObservationPredicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/** Scrapes are no requests of customers. */
@Configuration(proxyBeanMethods = false)
public class QuietActuator {

    // region quiet
    /** 来取指标、问健康的请求，不记追踪，也不算进请求的指标。 */
    @Bean
    ObservationPredicate noActuator() {
        return (name, context) ->
                !(context instanceof ServerRequestObservationContext request)
                || !request.getCarrier().getRequestURI().startsWith("/actuator");
    }
    // endregion quiet
}

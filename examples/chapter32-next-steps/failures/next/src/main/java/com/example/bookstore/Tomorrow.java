package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.web.client.RestTemplate;

// region tomorrow
class Tomorrow implements EnvironmentPostProcessor {

    private final RestTemplate http = new RestTemplate();

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment,
            SpringApplication application) {
        environment.setDefaultProfiles("store");
    }
}
// endregion tomorrow

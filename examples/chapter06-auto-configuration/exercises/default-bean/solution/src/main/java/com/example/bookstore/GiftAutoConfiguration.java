package com.example.bookstore;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@ConditionalOnBooleanProperty(name = "gift.enabled", matchIfMissing = true)
public class GiftAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GiftWrapper paperWrapper() {
        return book -> "纸包的" + book;
    }
}

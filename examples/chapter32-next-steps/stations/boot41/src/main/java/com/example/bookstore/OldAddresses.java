package com.example.bookstore;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.UrlHandlerFilter;

/** Clients of the old version end an address with a slash. */
@Configuration(proxyBeanMethods = false)
public class OldAddresses {

    @Bean
    FilterRegistrationBean<UrlHandlerFilter> trailingSlash() {
        var filter = new FilterRegistrationBean<>(
                UrlHandlerFilter.trailingSlashHandler("/books/**").wrapRequest().build());
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}

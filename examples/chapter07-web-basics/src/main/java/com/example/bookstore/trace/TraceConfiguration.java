package com.example.bookstore.trace;

import java.util.List;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

// region configuration
@Configuration(proxyBeanMethods = false)
class TraceConfiguration implements WebMvcConfigurer {

    @Bean
    FilterRegistrationBean<TraceFilter> outerFilter() {
        return filter("F1", 1);
    }

    @Bean
    FilterRegistrationBean<TraceFilter> innerFilter() {
        return filter("F2", 2);
    }

    private static FilterRegistrationBean<TraceFilter> filter(String name, int order) {
        FilterRegistrationBean<TraceFilter> registration =
                new FilterRegistrationBean<>(new TraceFilter(name));
        registration.setName(name);
        registration.setOrder(order);
        return registration;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new TraceInterceptor("I1"));
        registry.addInterceptor(new TraceInterceptor("I2"));
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CustomerResolver());
    }
}
// endregion configuration

package com.example.bookstore;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration(proxyBeanMethods = false)
class AccessLogConfiguration implements WebMvcConfigurer {

    private final AccessLog log;

    AccessLogConfiguration(AccessLog log) {
        this.log = log;
    }

    // region access-log
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {

            @Override
            public void postHandle(HttpServletRequest request, HttpServletResponse response,
                    Object handler, @Nullable ModelAndView modelAndView) {
                log.write(request.getMethod(), request.getRequestURI(), response.getStatus());
            }
        });
    }
    // endregion access-log
}

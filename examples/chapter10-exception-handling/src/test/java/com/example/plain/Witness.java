package com.example.plain;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** 记下哪个异常解析器认领了异常，容器有没有转到 /error。没有注解，不会被扫描到。 */
// region witness
class Witness implements WebMvcConfigurer {

    final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public void extendHandlerExceptionResolvers(
            List<HandlerExceptionResolver> resolvers) {
        resolvers.replaceAll(resolver -> (request, response, handler, ex) -> {
            ModelAndView result =
                    resolver.resolveException(request, response, handler, ex);
            if (result != null) {
                seen.add(resolver.getClass().getSimpleName());
            }
            return result;
        });
    }

    @Bean
    FilterRegistrationBean<Filter> errorDispatches() {
        Filter filter = (request, response, chain) -> {
            seen.add("/error");
            chain.doFilter(request, response);
        };
        var registration = new FilterRegistrationBean<>(filter);
        registration.setDispatcherTypes(DispatcherType.ERROR);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
// endregion witness

package com.example.bookstore;

import java.time.Duration;

import javax.sql.DataSource;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Says in each answer's header how many SQL statements it took. */
@Configuration(proxyBeanMethods = false)
class StatementCounting implements WebMvcConfigurer {

    private final StatementCount count;

    StatementCounting(StatementCount count) {
        this.count = count;
    }

    @Bean
    static BeanPostProcessor countedDataSource(ObjectProvider<StatementCount> count, Environment environment) {
        Duration distance = environment.getProperty("bookstore.database-distance", Duration.class, Duration.ZERO);
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource source
                        ? new CountedDataSource(source, count.getObject(), distance) : bean;
            }
        };
    }

    /** The container calls it once for each request: the error page is a second pass of the same one, and counts on. */
    @Bean
    static ServletRequestListener countsFromZero(StatementCount count) {
        return new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                count.reset();
            }
        };
    }

    /** An asynchronous result is written by any thread, which may have counted for another request before. */
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                if (request.getDispatcherType() == DispatcherType.ASYNC) {
                    count.reset();
                }
                return true;
            }
        });
    }

    // region header
    @RestControllerAdvice
    static class Header implements ResponseBodyAdvice<Object> {

        private final StatementCount count;

        Header(StatementCount count) {
            this.count = count;
        }

        @Override
        public boolean supports(MethodParameter type,
                Class<? extends HttpMessageConverter<?>> converter) {
            return true;
        }

        @Override
        public @Nullable Object beforeBodyWrite(@Nullable Object body,
                MethodParameter type, MediaType media,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request, ServerHttpResponse response) {
            // 响应体还没有写出去，响应头还来得及加
            response.getHeaders().set("Sql-Count", Integer.toString(count.get()));
            return body;
        }
    }
    // endregion header
}

package com.example.dispatch;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** 两个计数的拦截器：一个每次都数，一个数的是客户端发来的那一次。 */
@EnableAutoConfiguration
@Import(Quota.Broken.class)
class Quota implements WebMvcConfigurer {

    final AtomicInteger every = new AtomicInteger();

    final AtomicInteger once = new AtomicInteger();

    @RestController
    static class Broken {

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException("没有人处理");
        }
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {

            @Override
            public boolean preHandle(HttpServletRequest request,
                    HttpServletResponse response, Object handler) {
                every.incrementAndGet();
                return true;
            }
        });
        registry.addInterceptor(new HandlerInterceptor() {

            // region once
            @Override
            public boolean preHandle(HttpServletRequest request,
                    HttpServletResponse response, Object handler) {
                // 转到 /error、异步结果回来，都不是客户端新发的请求
                if (request.getDispatcherType() == DispatcherType.REQUEST) {
                    once.incrementAndGet();
                }
                return true;
            }
            // endregion once
        });
    }
}

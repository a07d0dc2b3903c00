package com.example.bookstore;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

// region vary
@Configuration(proxyBeanMethods = false)
class VersionConfiguration implements WebMvcConfigurer {

    /** 同一个地址的响应随这个头而变，共享的缓存要分开存。 */
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {

            @Override
            public boolean preHandle(HttpServletRequest request,
                    HttpServletResponse response, Object handler) {
                response.addHeader(HttpHeaders.VARY, "API-Version");
                return true;
            }
        }).addPathPatterns("/books/*/price");
    }
}
// endregion vary

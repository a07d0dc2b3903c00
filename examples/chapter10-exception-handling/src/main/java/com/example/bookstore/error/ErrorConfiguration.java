package com.example.bookstore.error;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

import org.slf4j.MDC;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration(proxyBeanMethods = false)
class ErrorConfiguration implements WebMvcConfigurer {

    // region interceptor
    /** 控制器与 advice 返回的 ProblemDetail，写出之前都来这里。 */
    @Override
    public void addErrorResponseInterceptors(
            List<ErrorResponse.Interceptor> interceptors) {
        interceptors.add((problem, response) ->
                problem.setProperty("traceId", MDC.get("traceId")));
    }
    // endregion interceptor

    /** W3C 追踪编号：16 个字节的十六进制。 */
    @Bean
    Supplier<String> newTraceId() {
        SecureRandom random = new SecureRandom();
        return () -> {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        };
    }
}

package com.example.bookstore;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;

import org.apache.tomcat.util.http.InvalidParameterException;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

@Configuration(proxyBeanMethods = false)
class AccessLogConfiguration {

    // region access-log
    @Bean
    FilterRegistrationBean<OncePerRequestFilter> accessLogFilter(AccessLog log) {
        FilterRegistrationBean<OncePerRequestFilter> registration =
                new FilterRegistrationBean<>(new AccessLogFilter(log));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    static class AccessLogFilter extends OncePerRequestFilter {

        private final AccessLog log;

        AccessLogFilter(AccessLog log) {
            this.log = log;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request,
                HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            // 异常还没有变成状态码：抛出去之后容器才会把它写成 500
            int status = 500;
            try {
                chain.doFilter(request, response);
                status = response.getStatus();
            }
            catch (ServletException | RuntimeException ex) {
                status = statusOf(ex);
                throw ex;
            }
            finally {
                if (!isAsyncStarted(request)) {
                    // 已经发出去的状态码收不回来，客户端收到的就是它
                    log.write(request.getMethod(), request.getRequestURI(),
                            response.isCommitted() ? response.getStatus() : status);
                }
            }
        }

        /** 参数读不通的异常自己带着状态码，容器照它写；别的写成 500。 */
        private static int statusOf(Throwable ex) {
            for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
                if (cause instanceof InvalidParameterException invalid) {
                    return invalid.getErrorCode();
                }
            }
            return 500;
        }

        @Override
        protected boolean shouldNotFilterAsyncDispatch() {
            return false;
        }
    }
    // endregion access-log
}

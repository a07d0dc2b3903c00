package com.example.bookstore.trace;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

// region interceptor
class TraceInterceptor implements AsyncHandlerInterceptor {

    private final String name;

    TraceInterceptor(String name) {
        this.name = name;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response,
            Object handler) {
        Trace.step(request, Station.PRE_HANDLE, name);
        boolean refused = name.equals(request.getHeader("X-Break"));
        if (refused) {
            response.setStatus(403);
        }
        return !refused;
    }

    @Override
    public void postHandle(HttpServletRequest request, HttpServletResponse response,
            Object handler, @Nullable ModelAndView modelAndView) {
        if (request.getHeader("X-Trace") != null) {
            response.setHeader("X-Post-Handle", name);
        }
        Trace.step(request, Station.POST_HANDLE, name
                + (response.isCommitted() ? "，响应已经发出" : "，响应还没发出"));
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response,
            Object handler, @Nullable Exception ex) {
        Trace.step(request, Station.AFTER_COMPLETION, name + "，ex = "
                + (ex == null ? "null" : ex.getClass().getSimpleName()));
    }

    @Override
    public void afterConcurrentHandlingStarted(HttpServletRequest request,
            HttpServletResponse response, Object handler) {
        Trace.step(request, Station.ASYNC_STARTED, name);
    }
}
// endregion interceptor

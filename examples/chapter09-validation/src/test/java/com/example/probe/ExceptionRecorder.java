package com.example.probe;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

// region recorder
/** 排在所有异常处理之前，只记下异常，不处理。 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ExceptionRecorder implements HandlerExceptionResolver {

    private volatile Exception last;

    @Override
    public ModelAndView resolveException(HttpServletRequest request,
            HttpServletResponse response, Object handler, Exception exception) {
        last = exception;
        return null;
    }

    /** 上一次取走之后记下的异常；没有则为 {@code null}。 */
    public Exception takeLast() {
        Exception taken = last;
        last = null;
        return taken;
    }
}
// endregion recorder

package com.example.bookstore.trace;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/** 排在所有映射之前，自己什么也不认，只记下“开始找了”。 */
@Component
class TraceHandlerMapping implements HandlerMapping, Ordered {

    @Override
    public HandlerExecutionChain getHandler(HttpServletRequest request) {
        Trace.step(request, Station.MAPPING, request.getRequestURI());
        return null;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}

package com.example.bookstore.trace;

import com.example.bookstore.order.OutOfStockException;

import java.io.IOException;
import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** 一个 advice 插手四个地方；还有一个是 {@code @InitBinder}。 */
// region advice
@RestControllerAdvice
class TraceAdvice extends RequestBodyAdviceAdapter implements ResponseBodyAdvice<Object> {

    @ModelAttribute
    void model() {
        Trace.step(Station.MODEL_ATTRIBUTE, "每个处理方法之前");
    }

    @ExceptionHandler
    ProblemDetail outOfStock(OutOfStockException ex) {
        Trace.step(Station.EXCEPTION_HANDLER, ex.getClass().getSimpleName());
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
    }

    @Override
    public HttpInputMessage beforeBodyRead(HttpInputMessage message,
            MethodParameter parameter, Type targetType,
            Class<? extends HttpMessageConverter<?>> converterType) throws IOException {
        Trace.step(Station.BODY_READ, "读之前");
        return message;
    }

    @Override
    public Object afterBodyRead(Object body, HttpInputMessage message,
            MethodParameter parameter, Type targetType,
            Class<? extends HttpMessageConverter<?>> converterType) {
        Trace.step(Station.BODY_READ, "读之后");
        return body;
    }

    @Override
    public @Nullable Object beforeBodyWrite(@Nullable Object body,
            MethodParameter returnType, MediaType contentType,
            Class<? extends HttpMessageConverter<?>> converterType,
            ServerHttpRequest request, ServerHttpResponse response) {
        Trace.step(Station.BODY_WRITE, "写之前");
        return body;
    }
    // endregion advice

    @Override
    public boolean supports(MethodParameter parameter, Type targetType,
            Class<? extends HttpMessageConverter<?>> converterType) {
        return true;
    }

    @Override
    public boolean supports(MethodParameter returnType,
            Class<? extends HttpMessageConverter<?>> converterType) {
        return true;
    }
}

package com.example.bookstore;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

// region errors
@RestControllerAdvice
class Errors extends ResponseEntityExceptionHandler {

    @ExceptionHandler
    ProblemDetail all(Exception ex) {
        logger.error("没有预料到的异常", ex);
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "请稍后再试");
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(Object body,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (body instanceof ProblemDetail problem) {
            problem.setProperty("code", "HTTP_" + status.value());
        }
        return super.createResponseEntity(body, headers, status, request);
    }
}
// endregion errors

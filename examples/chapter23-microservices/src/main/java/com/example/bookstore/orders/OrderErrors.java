package com.example.bookstore.orders;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;

/** 别人出事的时候，怎样告诉顾客。每一种都进日志。 */
@RestControllerAdvice
class OrderErrors {

    private static final Logger log = LoggerFactory.getLogger(OrderErrors.class);

    // region errors
    @ExceptionHandler(ResourceAccessException.class)       // 超时、连不上
    ProblemDetail noAnswer(ResourceAccessException ex) {
        return problem(HttpStatus.GATEWAY_TIMEOUT, "后面的服务没有答复", ex);
    }

    @ExceptionHandler(RestClientException.class)     // 5xx、不接受我们的请求、答复读不懂
    ProblemDetail badAnswer(RestClientException ex) {
        return problem(HttpStatus.BAD_GATEWAY, "后面的服务出错了", ex);
    }

    // 一次也没有发出去，马上返回
    @ExceptionHandler({InvocationRejectedException.class, CallNotPermittedException.class})
    ResponseEntity<ProblemDetail> refused(RuntimeException ex) {
        HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
        return ResponseEntity.status(status).header(HttpHeaders.RETRY_AFTER, "10")
                .body(problem(status, "付款暂时不可用，请稍后再试", ex));
    }
    // endregion errors

    @ExceptionHandler(Catalog.NoSuchBook.class)
    ProblemDetail notFound(Catalog.NoSuchBook ex) {
        return problem(HttpStatus.NOT_FOUND, "没有这本书", ex);
    }

    private static ProblemDetail problem(HttpStatus status, String detail, Exception ex) {
        log.warn("{}：{}", detail, ex.toString());
        return ProblemDetail.forStatusAndDetail(status, detail);
    }
}

package com.example.bookstore.web;

import com.example.bookstore.coupon.CouponRefusedException;
import com.example.bookstore.orders.UnknownBookException;
import com.example.bookstore.stock.OutOfStockException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClientException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

@RestControllerAdvice(assignableTypes = ApiController.class)
class ApiErrors extends ResponseEntityExceptionHandler {

    @ExceptionHandler({OutOfStockException.class, NotPayableException.class})
    ProblemDetail conflict(RuntimeException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
    }

    @ExceptionHandler({CouponRefusedException.class, UnknownBookException.class, IllegalArgumentException.class})
    ProblemDetail unprocessable(RuntimeException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, ex.getMessage());
    }

    @ExceptionHandler(UnknownOrderException.class)
    ProblemDetail unknown(UnknownOrderException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, ex.getMessage());
    }

    @ExceptionHandler(TooManyOrdersException.class)
    ResponseEntity<ProblemDetail> tooMany(TooManyOrdersException ex) {
        return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                .header(HttpHeaders.RETRY_AFTER, String.valueOf(RateLimit.WINDOW.toSeconds()))
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.TOO_MANY_REQUESTS, ex.getMessage()));
    }

    /** 等不到连接、死锁、数据库断了：带着同一个编号再来就行。 */
    @ExceptionHandler({CannotCreateTransactionException.class,
            TransientDataAccessException.class, DataAccessResourceFailureException.class,
            TransactionSystemException.class}) // 断在事务里，坏了的连接回滚不了
    ResponseEntity<ProblemDetail> busy(RuntimeException ex) {
        logger.warn("数据库忙，请客户端再来："
                + NestedExceptionUtils.getMostSpecificCause(ex));
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(ProblemDetail.forStatusAndDetail(
                        HttpStatus.SERVICE_UNAVAILABLE, "书店正忙，请用同一个编号再试一次"));
    }

    @ExceptionHandler(RestClientException.class)
    ProblemDetail provider(RestClientException ex) {
        logger.warn("支付方没有答复：" + ex);
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_GATEWAY, "支付方没有答复，请稍后再试");
    }
}

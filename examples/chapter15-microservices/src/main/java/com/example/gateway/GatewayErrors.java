package com.example.gateway;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.server.mvc.filter.RetryFilterFunctions.RetryException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;

// region errors
/** 转发不成时网关造的错误响应，写明是网关发的；没有路由的 404 不归它管。 */
@RestControllerAdvice
class GatewayErrors {

    private static final Logger log = LoggerFactory.getLogger(GatewayErrors.class);

    /** 没有得到响应：等得太久是 504（连接超时也算），被拒绝或断了是 502。 */
    @ExceptionHandler
    ProblemDetail noAnswer(ResourceAccessException ex) {
        boolean tooSlow = ex.getCause() instanceof HttpTimeoutException
                || ex.getCause() instanceof SocketTimeoutException;
        return problem(tooSlow ? HttpStatus.GATEWAY_TIMEOUT : HttpStatus.BAD_GATEWAY, ex);
    }

    /** 负载均衡器找不到实例时抛的就是带 503 的这个异常。 */
    @ExceptionHandler
    ProblemDetail noInstance(HttpServerErrorException ex) {
        return problem(ex.getStatusCode(), ex);
    }

    private static ProblemDetail problem(HttpStatusCode status, Exception ex) {
        log.warn("网关返回 {}：{}", status.value(), ex.toString());
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setProperty("answeredBy", "gateway");
        return problem;
    }
    // endregion errors

    // region cut-off
    /** 响应头到了，响应体卡住或断了。已经发给顾客一截的，状态码改不了。 */
    @ExceptionHandler
    ProblemDetail cutOff(IOException ex, HttpServletResponse response)
            throws IOException {
        if (response.isCommitted()) {
            throw ex;
        }
        response.reset(); // 后面的服务给的响应头也不要了
        return problem(HttpStatus.BAD_GATEWAY, ex);
    }
    // endregion cut-off

    // region retries
    /** 重试用完了：后面的服务最后一次的响应，原样交给顾客。 */
    @ExceptionHandler
    void retriesSpent(RetryException ex, HttpServletRequest request,
            HttpServletResponse response) throws Exception {
        ex.getResponse().writeTo(request, response, List::of);
    }
    // endregion retries
}

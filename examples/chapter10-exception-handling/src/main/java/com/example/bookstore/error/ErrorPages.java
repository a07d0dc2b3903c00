package com.example.bookstore.error;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webmvc.autoconfigure.error.AbstractErrorController;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.boot.webmvc.error.ErrorAttributes;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/** 最后一道：容器转来的错误，程序得到 problem+json，浏览器得到网页。 */
// region error-controller
@Controller
@RequestMapping("${spring.web.error.path:/error}")
public class ErrorPages extends AbstractErrorController {

    private static final Logger log = LoggerFactory.getLogger(ErrorPages.class);

    public ErrorPages(ErrorAttributes attributes, List<ErrorViewResolver> resolvers) {
        super(attributes, resolvers);
    }

    @RequestMapping
    ProblemDetail problem(HttpServletRequest request) {
        HttpStatusCode status = logged(request);
        ProblemDetail problem = Problems.of(status, null);
        // 有人直接访问 /error 时没有这个属性
        Object uri = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        return uri == null ? problem : Problems.at(problem, uri.toString());
    }

    @RequestMapping(produces = MediaType.TEXT_HTML_VALUE)
    ModelAndView page(HttpServletRequest request, HttpServletResponse response) {
        HttpStatusCode status = logged(request);
        response.setStatus(status.value());
        Map<String, Object> model =
                getErrorAttributes(request, ErrorAttributeOptions.defaults());
        ModelAndView page = resolveErrorView(request, response, named(status), model);
        return page != null ? page : new ModelAndView("error", model);
    }

    // endregion error-controller

    // region logged
    /** 抛到容器的异常，容器记过了；sendError 来的没有人记，在这里补。直接访问的不记。 */
    private static HttpStatusCode logged(HttpServletRequest request) {
        // 父类的 getStatus 会把没有名字的状态码变成 500；这里变的是不足或超过三位数的
        HttpStatusCode status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE)
                instanceof Integer code && code >= 100 && code <= 999
                ? HttpStatusCode.valueOf(code) : HttpStatus.INTERNAL_SERVER_ERROR;
        if (status.is5xxServerError()
                && request.getDispatcherType() == DispatcherType.ERROR
                && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) == null) {
            log.error("sendError({})：{}，{}",
                    request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE),
                    request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI),
                    request.getAttribute(RequestDispatcher.ERROR_MESSAGE));
        }
        return status;
    }
    // endregion logged

    /** 找网页要用有名字的状态码：没有名字的，按 4xx、5xx 归到 400 或 500。 */
    private static HttpStatus named(HttpStatusCode status) {
        return status instanceof HttpStatus named ? named
                : HttpStatus.valueOf(ErrorCode.of(status.value()).status());
    }
}

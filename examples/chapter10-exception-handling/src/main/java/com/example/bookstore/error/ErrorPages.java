package com.example.bookstore.error;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.util.List;
import java.util.Map;

import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webmvc.autoconfigure.error.AbstractErrorController;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.boot.webmvc.error.ErrorAttributes;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/** 最后一道：容器转来的错误，程序得到 problem+json，浏览器得到网页。 */
// region error-controller
@Controller
@RequestMapping("/error")
public class ErrorPages extends AbstractErrorController {

    public ErrorPages(ErrorAttributes attributes, List<ErrorViewResolver> resolvers) {
        super(attributes, resolvers);
    }

    @RequestMapping
    ProblemDetail problem(HttpServletRequest request) {
        HttpStatus status = getStatus(request);
        ErrorCode code = ErrorCode.of(status.value());
        ProblemDetail problem = ProblemDetail.forStatus(status);
        Problems.describe(problem, code);
        // 有人直接访问 /error 时没有这个属性
        Object uri = request.getAttribute("jakarta.servlet.error.request_uri");
        return uri == null ? problem : Problems.at(problem, uri.toString());
    }

    @RequestMapping(produces = MediaType.TEXT_HTML_VALUE)
    ModelAndView page(HttpServletRequest request, HttpServletResponse response) {
        HttpStatus status = getStatus(request);
        response.setStatus(status.value());
        Map<String, Object> model =
                getErrorAttributes(request, ErrorAttributeOptions.defaults());
        ModelAndView page = resolveErrorView(request, response, status, model);
        return page != null ? page : new ModelAndView("error", model);
    }
}
// endregion error-controller

package com.example.bookstore.error;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;

import tools.jackson.databind.json.JsonMapper;

/** 错误响应只在这里成形；控制器之外的组件（过滤器、安全）也用它写响应。 */
@Component
public class Problems {

    private final JsonMapper json;

    public Problems(JsonMapper json) {
        this.json = json;
    }

    // region of
    private static final URI UNTYPED = URI.create("about:blank");

    public static ProblemDetail of(ErrorCode code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatusCode.valueOf(code.status()), detail);
        return describe(problem, code);
    }

    /** 没有错误码、只有状态码的失败：状态码照旧，错误码取最接近的。 */
    static ProblemDetail of(HttpStatusCode status, String detail) {
        return describe(ProblemDetail.forStatusAndDetail(status, detail),
                ErrorCode.of(status.value()));
    }

    public static ProblemDetail of(BookstoreException ex) {
        ProblemDetail problem = of(ex.code(), ex.getMessage());
        ex.properties().forEach(problem::setProperty);
        return problem;
    }

    /** 框架给出的问题补上错误码；状态码与说明不动，自己说了种类的，种类也不动。 */
    static ProblemDetail describe(ProblemDetail problem, ErrorCode code) {
        if (problem.getType() == null || problem.getType().equals(UNTYPED)) {
            problem.setType(code.type());
            problem.setTitle(code.title());
        }
        problem.setProperty("code", code.name());
        return problem;
    }
    // endregion of

    // region write
    public void write(ProblemDetail problem, HttpServletRequest request,
            HttpServletResponse response) throws IOException {
        at(problem, request.getRequestURI());
        problem.setProperty("traceId", TraceIdFilter.current(request));
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        json.writeValue(response.getOutputStream(), problem);
    }
    // endregion write

    // region at
    /** 填上出错的地址。开头的几个斜杠并成一个：//example.org/x 会被读成另一台主机。 */
    static ProblemDetail at(ProblemDetail problem, String requestUri) {
        try {
            problem.setInstance(new URI(requestUri.replaceFirst("^/+", "/")));
        }
        catch (URISyntaxException notAUri) {
            // 客户端发来的地址未必是 URI，空着就好：Spring 会写上当前的地址
        }
        return problem;
    }
    // endregion at
}

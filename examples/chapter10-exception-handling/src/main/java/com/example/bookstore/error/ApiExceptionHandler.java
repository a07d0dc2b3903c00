package com.example.bookstore.error;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.InvalidFileNameException;
import org.apache.tomcat.util.http.fileupload.MultipartStream.MalformedStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.MessageSourceResolvable;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;

// region class
@RestControllerAdvice
public class ApiExceptionHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);

    private static final String SORRY = "请稍后再试；报修时附上 traceId。";

    @ExceptionHandler
    ProblemDetail business(BookstoreException ex) {
        if (ex.code().status() < 500) {
            log.info("{}：{}", ex.code(), ex.getMessage());
        }
        else {
            log.error("{}", ex.code(), ex);
        }
        return Problems.of(ex);
    }

    /** 兜底：自己说了状态码的照它办，其余都是缺陷，一律 500。 */
    @ExceptionHandler
    ResponseEntity<Object> unexpected(Exception ex, WebRequest request) {
        ErrorResponse said = said(ex);
        ProblemDetail body = said.updateAndGetBody(
                getMessageSource(), LocaleContextHolder.getLocale());
        return handleExceptionInternal(
                ex, body, said.getHeaders(), said.getStatusCode(), request);
    }

    // endregion class

    // region said
    /** 异常自己说的状态码；沿着原因找，与 Spring 的解析器一样。 */
    private static ErrorResponse said(Exception ex) {
        if (ex instanceof ErrorResponse itself) {
            return itself;
        }
        for (Throwable it = ex; it instanceof Exception; it = it.getCause()) {
            if (it instanceof ResponseStatusException cause) {
                return cause;
            }
            ResponseStatus said = AnnotatedElementUtils.findMergedAnnotation(
                    it.getClass(), ResponseStatus.class);
            if (said != null) {
                return new ResponseStatusException(said.code(), said.reason());
            }
        }
        return new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR);
    }
    // endregion said

    // region others
    /** Tomcat 读不出请求参数（表单太大、编码坏了）：它自己带着状态码。 */
    @ExceptionHandler
    ProblemDetail container(InvalidParameterException ex) {
        return Problems.of(ErrorCode.of(ex.getErrorCode()), "请求参数读不出来");
    }

    /** 拼错了、传到一半断了，是对方的事；存不下是我们的。太大的是它的子类，框架已经认得。 */
    @ExceptionHandler
    ResponseEntity<Object> multipart(MultipartException ex, WebRequest request) {
        Throwable root = ex.getRootCause();
        if (root == null || root instanceof FileUploadException
                || root instanceof MalformedStreamException
                || root instanceof InvalidFileNameException
                || ex.contains(BadRequestException.class)
                || ex.contains(SocketTimeoutException.class)) {
            return ResponseEntity.badRequest().body(
                    Problems.of(ErrorCode.BAD_REQUEST, "上传的内容读不出来"));
        }
        return unexpected(ex, request);
    }

    /** 登录与权限归过滤器链回答：原样抛回去，Spring 会继续往外传。 */
    @ExceptionHandler({AuthenticationException.class, AccessDeniedException.class})
    void security(RuntimeException ex) {
        throw ex;
    }

    /** 异步的响应发到一半，到了时限：改不成 503 了，父类会记一行 WARN。 */
    private static boolean cutShort(Exception ex, WebRequest request) {
        return ex instanceof AsyncRequestTimeoutException
                && request instanceof ServletWebRequest web
                && web.getResponse() != null && web.getResponse().isCommitted();
    }
    // endregion others

    // region framework
    /** 5xx 是我们的错：细节进日志，响应里换成一句中性的话。 */
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(Exception ex, Object body,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (!status.is5xxServerError() || cutShort(ex, request)) {
            return super.handleExceptionInternal(ex, body, headers, status, request);
        }
        if (ex instanceof HttpMessageNotWritableException unwritten
                && unwritten.contains(AsyncRequestNotUsableException.class)) {
            // JSON 写到一半对方断开：没有人在等，也不是我们的错
            return null;
        }
        log.error("返回 {}", status.value(), ex);
        // 异步超时的说明是消息文件里自己写的，可以出去
        boolean ownWords = ex instanceof AsyncRequestTimeoutException;
        return super.handleExceptionInternal(ex,
                ownWords ? body : Problems.of(status, SORRY), headers, status, request);
    }

    /** 写响应之前都经过这里：补上错误码。 */
    @Override
    protected ResponseEntity<Object> createResponseEntity(Object body,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (body instanceof ProblemDetail problem
                && (problem.getProperties() == null
                || !problem.getProperties().containsKey("code"))) {
            Problems.describe(problem, ErrorCode.of(status.value()));
        }
        return super.createResponseEntity(body, headers, status, request);
    }
    // endregion framework

    // region browser
    /** 浏览器问的（Accept 里写着 text/html）：交给容器，由 /error 给出网页。 */
    @ExceptionHandler(exception = NoResourceFoundException.class,
            produces = MediaType.TEXT_HTML_VALUE)
    void page(HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
    // endregion browser

    // region fields
    /** 一个字段的一处错误；不含提交的值，它可能是密码。 */
    record FieldProblem(String field, String rule, String message) {

        static FieldProblem of(ObjectError error) {
            if (error instanceof FieldError field && field.isBindingFailure()) {
                // 默认的说明里有类名与提交的值
                return new FieldProblem(field.getField(), field.getCode(), "值读不懂");
            }
            return new FieldProblem(
                    error instanceof FieldError field ? field.getField() : "",
                    error.getCode(), error.getDefaultMessage());
        }

        FieldProblem inside(String place) {
            return new FieldProblem(
                    field.isEmpty() ? place : place + "." + field, rule, message);
        }
    }

    @Override
    protected ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException ex, HttpHeaders headers, HttpStatusCode status,
            WebRequest request) {
        return invalid(ex, ex.getAllErrors().stream().map(FieldProblem::of),
                ex.getBody(), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException ex, HttpHeaders headers, HttpStatusCode status,
            WebRequest request) {
        if (ex.isForReturnValue()) {
            // 违约的是我们自己的返回值，不是对方填错了
            return handleExceptionInternal(ex, null, headers, status, request);
        }
        // 一个约束管几个参数的时候，它不属于哪一个字段
        Stream<FieldProblem> across = ex.getCrossParameterValidationResults().stream()
                .map(error -> new FieldProblem("", rule(error), error.getDefaultMessage()));
        return invalid(ex, Stream.concat(across, ex.getParameterValidationResults().stream()
                .flatMap(ApiExceptionHandler::parameter)), ex.getBody(), headers, status,
                request);
    }

    private static Stream<FieldProblem> parameter(ParameterValidationResult result) {
        String name = result.getMethodParameter().getParameterName();
        // 参数是列表或 map 时，说出是第几个、哪个键
        Object at = result.getContainerIndex() != null
                ? result.getContainerIndex() : result.getContainerKey();
        String place = at == null ? name : name + "[" + at + "]";
        if (result instanceof ParameterErrors errors) {
            return errors.getAllErrors().stream().map(FieldProblem::of)
                    .map(problem -> at == null ? problem : problem.inside(place));
        }
        return result.getResolvableErrors().stream()
                .map(error -> new FieldProblem(
                        place, rule(error), error.getDefaultMessage()));
    }

    /** 代码从最具体到最笼统排列，最后一个就是约束的名字。 */
    private static String rule(MessageSourceResolvable error) {
        String[] codes = error.getCodes();
        return codes == null ? null : codes[codes.length - 1];
    }

    private ResponseEntity<Object> invalid(Exception ex, Stream<FieldProblem> fields,
            ProblemDetail problem, HttpHeaders headers, HttpStatusCode status,
            WebRequest request) {
        // 校验器给出的顺序不固定，不排序的话每次响应都可能不同
        Comparator<String> nullsFirst = Comparator.nullsFirst(Comparator.naturalOrder());
        List<FieldProblem> sorted = fields.sorted(
                Comparator.comparing(FieldProblem::field, nullsFirst)
                        .thenComparing(FieldProblem::rule, nullsFirst)).toList();
        Problems.describe(problem, ErrorCode.INVALID_FIELDS);
        problem.setDetail(sorted.size() + " 处不合要求");
        problem.setProperty("errors", sorted);
        return handleExceptionInternal(ex, problem, headers, status, request);
    }
    // endregion fields
}

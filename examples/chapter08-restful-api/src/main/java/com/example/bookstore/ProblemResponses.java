package com.example.bookstore;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.method.HandlerMethod;

/** springdoc 只看返回类型，看不见异常与前提条件：按方法签名把它们补进文档。 */
// region problem-responses
@Component
class ProblemResponses implements OperationCustomizer {

    private static final Map<String, String> BODY = Map.of(
            "415", "请求体的媒体类型不对", "422", "请求体能读懂，但不符合业务规则");

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        add(operation, Map.of("400", "参数、版本或请求体读不懂"));
        if (has(method, PathVariable.class)) {
            add(operation, Map.of("404", "没有这个编号"));
        }
        if (operation.getRequestBody() != null) {
            add(operation, BODY);
        }
        if (has(method, RequestHeader.class)) {
            add(operation, Map.of("412", "If-Match 不是当前版本"));
        }
        if (needsHeader(method)) {
            add(operation, Map.of("428", "缺少 If-Match"));
        }
        describeProblems(operation);
        return operation;
    }
    // endregion problem-responses

    /** 文档里要有这个结构，上面的引用才指得到东西。 */
    @Bean
    static OpenApiCustomizer problemSchema() {
        return document -> document.getComponents().addSchemas("ProblemDetail",
                ModelConverters.getInstance().read(ProblemDetail.class).get("ProblemDetail"));
    }

    private static boolean has(HandlerMethod method,
            Class<? extends Annotation> annotation) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(parameter -> parameter.hasParameterAnnotation(annotation));
    }

    /** 控制器里写成可以不带，好自己回答 428；文档里写明了必填。 */
    private static boolean needsHeader(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .filter(parameter -> parameter.hasParameterAnnotation(RequestHeader.class))
                .map(parameter -> parameter.getParameterAnnotation(Parameter.class))
                .anyMatch(documented -> documented != null && documented.required());
    }

    private static void add(Operation operation, Map<String, String> responses) {
        responses.forEach((status, description) -> operation.getResponses()
                .putIfAbsent(status, new ApiResponse().description(description)));
    }

    /** 每个 4xx 的响应体都是 problem+json。 */
    private static void describeProblems(Operation operation) {
        operation.getResponses().forEach((status, response) -> {
            if (status.startsWith("4")) {
                response.content(new Content().addMediaType(
                        MediaType.APPLICATION_PROBLEM_JSON_VALUE, new io.swagger.v3.oas
                                .models.media.MediaType().schema(new Schema<>()
                                        .$ref("#/components/schemas/ProblemDetail"))));
            }
        });
    }
}

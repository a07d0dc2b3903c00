package com.example.book;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs a test only where its services answer. Where {@code CI=true} a missing service is a failure;
 * elsewhere the test is skipped and the reason printed.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresService.Condition.class)
public @interface RequiresService {

    /** The services that must answer. */
    Service[] value();

    /** The rule behind the annotation. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), RequiresService.class)
                    .map(RequiresService::value)
                    .map(Condition::evaluate)
                    .orElse(ConditionEvaluationResult.enabled("不需要外部服务"));
        }

        private static ConditionEvaluationResult evaluate(Service[] services) {
            List<String> missing = Arrays.stream(services)
                    .filter(service -> !service.isReachable())
                    .map(service -> "%s（%s:%d）".formatted(service, service.host(), service.port()))
                    .toList();
            if (missing.isEmpty()) {
                return ConditionEvaluationResult.enabled("服务都在");
            }
            String reason = "连不上 " + String.join("、", missing)
                    + "：请运行 docker compose -f examples/compose.yaml up -d，或用环境变量指到已有的服务";
            return Missing.disable(reason, Missing.fails());
        }
    }
}

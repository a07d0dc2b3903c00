package com.example.book;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;

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
            return Service.missing(Arrays.asList(services))
                    .map(reason -> Missing.disable(reason, Missing.fails()))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("服务都在"));
        }
    }
}

package com.example.book;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs a test only where a program is on the PATH. Where {@code CI=true} a missing program is a
 * failure; elsewhere the test is skipped and the reason printed.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(RequiresProgram.All.class)
@ExtendWith(RequiresProgram.Condition.class)
public @interface RequiresProgram {

    /** The program's name. */
    String value();

    /** What asks it for its version; it must answer with exit code 0. */
    String option() default "--version";

    /** Several programs that one test needs. */
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    @ExtendWith(RequiresProgram.Condition.class)
    @interface All {

        /** The programs, all of which must be there. */
        RequiresProgram[] value();
    }

    /** The rule behind the annotation. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            boolean required = Missing.fails();
            return AnnotationSupport.findRepeatableAnnotations(context.getElement(), RequiresProgram.class).stream()
                    .map(program -> evaluate(program.value(), program.option(), required))
                    .filter(ConditionEvaluationResult::isDisabled)
                    .findFirst()
                    .orElse(ConditionEvaluationResult.enabled("需要的外部程序都在"));
        }

        /**
         * Decides for one program.
         *
         * @param option what asks it for its version
         * @param required whether a missing program is a failure
         * @throws IllegalStateException when the program is missing and required
         */
        static ConditionEvaluationResult evaluate(String program, String option, boolean required) {
            if (answers(program, option)) {
                return ConditionEvaluationResult.enabled(program + " 在");
            }
            String reason = "PATH 里没有能运行的 " + program + "：请安装它，再开一个终端重试";
            return Missing.disable(reason, required);
        }

        private static boolean answers(String program, String option) {
            try {
                Process process = new ProcessBuilder(program, option)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
                return process.waitFor() == 0;
            }
            catch (IOException ex) {
                return false;
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}

package com.example.messages;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;

import org.hibernate.validator.constraintvalidation.HibernateConstraintValidatorContext;
import org.hibernate.validator.messageinterpolation.ExpressionLanguageFeatureLevel;

/** 永远不过的约束，消息里带着用户写的标签；三种带法。 */
@Constraint(validatedBy = KnownTag.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
public @interface KnownTag {

    enum How {
        CONCATENATE, CONCATENATE_WITH_EL, PARAMETER
    }

    How value();

    String message() default "没有这个标签";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    class Validator implements ConstraintValidator<KnownTag, String> {

        private How how;

        @Override
        public void initialize(KnownTag annotation) {
            how = annotation.value();
        }

        @Override
        public boolean isValid(String tag, ConstraintValidatorContext context) {
            context.disableDefaultConstraintViolation();
            switch (how) {
                case CONCATENATE -> concatenate(tag, context);
                case CONCATENATE_WITH_EL -> concatenateWithEl(tag, context);
                case PARAMETER -> parameter(tag, context);
            }
            return false;
        }

        // region ways
        private void concatenate(String tag, ConstraintValidatorContext context) {
            context.buildConstraintViolationWithTemplate("没有标签 " + tag)
                    .addConstraintViolation();
        }

        private void concatenateWithEl(String tag, ConstraintValidatorContext context) {
            context.unwrap(HibernateConstraintValidatorContext.class)
                    .buildConstraintViolationWithTemplate("没有标签 " + tag)
                    .enableExpressionLanguage(ExpressionLanguageFeatureLevel.BEAN_METHODS)
                    .addConstraintViolation();
        }

        private void parameter(String tag, ConstraintValidatorContext context) {
            context.unwrap(HibernateConstraintValidatorContext.class)
                    .addMessageParameter("tag", tag)
                    .buildConstraintViolationWithTemplate("没有标签 {tag}")
                    .addConstraintViolation();
        }
        // endregion ways
    }
}

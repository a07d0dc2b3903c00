package com.example.bookstore.promotion;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;

// region cross-field
/** 结束日期晚于开始日期。 */
@Constraint(validatedBy = StartsBeforeEnd.Validator.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface StartsBeforeEnd {

    String message() default "{bookstore.period}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    class Validator implements ConstraintValidator<StartsBeforeEnd, Period> {

        @Override
        public boolean isValid(Period period, ConstraintValidatorContext context) {
            if (period.from() == null || period.to() == null
                    || period.from().isBefore(period.to())) {
                return true; // 缺一个的事归 @NotNull 管
            }
            // highlight-start
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(
                            context.getDefaultConstraintMessageTemplate())
                    .addPropertyNode("to").addConstraintViolation();
            // highlight-end
            return false;
        }
    }
}
// endregion cross-field

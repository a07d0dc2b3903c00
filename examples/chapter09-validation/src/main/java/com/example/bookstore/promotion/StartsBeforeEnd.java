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

    class Validator implements ConstraintValidator<StartsBeforeEnd, Promotion> {

        @Override
        public boolean isValid(Promotion promotion, ConstraintValidatorContext context) {
            if (promotion.from() == null || promotion.to() == null
                    || promotion.from().isBefore(promotion.to())) {
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

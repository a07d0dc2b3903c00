package com.example.bookstore.promotion;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;

// region tiers
/** 满减的每一级都比上一级满得多、减得多。 */
@Constraint(validatedBy = AscendingTiers.Validator.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AscendingTiers {

    String message() default "要比上一级多";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    class Validator implements ConstraintValidator<AscendingTiers, Promotion> {

        @Override
        public boolean isValid(Promotion promotion, ConstraintValidatorContext context) {
            return true; // 还没有写
        }
    }
}
// endregion tiers

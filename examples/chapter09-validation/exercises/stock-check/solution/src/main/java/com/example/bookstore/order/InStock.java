package com.example.bookstore.order;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;

import org.hibernate.validator.constraintvalidation.HibernateConstraintValidatorContext;

// region in-stock
@Constraint(validatedBy = InStock.Validator.class)
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface InStock {

    String message() default "没有货";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    class Validator implements ConstraintValidator<InStock, String> {

        private final Stock stock;

        public Validator(Stock stock) {
            this.stock = stock;
        }

        @Override
        public boolean isValid(String isbn, ConstraintValidatorContext context) {
            if (isbn == null || stock.of(isbn) > 0) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.unwrap(HibernateConstraintValidatorContext.class)
                    .addMessageParameter("isbn", isbn)
                    .buildConstraintViolationWithTemplate("{isbn} 没有货")
                    .addConstraintViolation();
            return false;
        }
    }
}
// endregion in-stock

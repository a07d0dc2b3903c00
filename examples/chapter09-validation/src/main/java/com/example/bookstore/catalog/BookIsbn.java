package com.example.bookstore.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;

// region constraint
/** 一个 13 位的 ISBN，可以带连字符；不能没有。 */
@Constraint(validatedBy = BookIsbn.Validator.class)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface BookIsbn {

    String message() default "{bookstore.isbn}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    class Validator implements ConstraintValidator<BookIsbn, String> {

        @Override
        public boolean isValid(String isbn, ConstraintValidatorContext context) {
            return Isbn.parse(isbn).isPresent();
        }
    }
}
// endregion constraint

package com.example.bookstore.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;

// region annotation
/** 这个 ISBN 还没有上架。 */
@Constraint(validatedBy = UnusedIsbnValidator.class)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface UnusedIsbn {

    String message() default "{bookstore.isbn.used}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
// endregion annotation

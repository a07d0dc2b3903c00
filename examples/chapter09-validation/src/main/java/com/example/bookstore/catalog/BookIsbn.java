package com.example.bookstore.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.NotBlank;
import org.hibernate.validator.constraints.ISBN;

// region composed
/** 组合约束：没有自己的校验器，全靠身上的两个；哪个不过都只报一条。 */
@NotBlank
@ISBN(type = ISBN.Type.ISBN_13)
@ReportAsSingleViolation
@Constraint(validatedBy = {})
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface BookIsbn {

    String message() default "{bookstore.isbn}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
// endregion composed

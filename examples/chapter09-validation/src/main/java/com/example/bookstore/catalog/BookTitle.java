package com.example.bookstore.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

// region composed
/** 书名：至少有一个看得见的字母、汉字或数字，最多 60 个 char；不过时只报一条。 */
@NotNull
@Size(max = 60)
// 韩文的四个填充符、埃及文的两个空白符也算字母，可是看不见，用 && 排除
@Pattern(regexp = "(?s).*[\\p{L}\\p{N}&&[^\\u115F\\u1160\\u3164\\uFFA0"
        + "\\x{13441}\\x{13442}]].*")
@ReportAsSingleViolation
@Constraint(validatedBy = {})
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface BookTitle {

    String message() default "{bookstore.title}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
// endregion composed

package com.example.bookstore;

import java.util.Set;

import com.example.book.Table;
import jakarta.validation.ConstraintViolation;

import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.FieldError;

/** 同一处违规的两种路径与消息，按 Bean Validation 的路径排序。 */
record PathTable(Set<? extends ConstraintViolation<?>> violations,
        BeanPropertyBindingResult errors) {

    @Override
    public String toString() {
        Table table = new Table("Bean Validation 的路径", "Spring 的字段名", "消息");
        violations.stream().sorted(java.util.Comparator.comparing(
                        (ConstraintViolation<?> violation) -> violation.getPropertyPath().toString())
                .thenComparing(ConstraintViolation::getMessage))
                .forEach(violation -> table.row(violation.getPropertyPath(),
                        field(violation), violation.getMessage()));
        return table.toString();
    }

    private String field(ConstraintViolation<?> violation) {
        return errors.getFieldErrors().stream()
                .filter(error -> sameViolation(error, violation))
                .map(FieldError::getField).findFirst().orElse("（没有）");
    }

    private static boolean sameViolation(FieldError error, ConstraintViolation<?> violation) {
        ConstraintViolation<?> source = error.unwrap(ConstraintViolation.class);
        return source.getPropertyPath().equals(violation.getPropertyPath())
                && source.getMessage().equals(violation.getMessage());
    }
}

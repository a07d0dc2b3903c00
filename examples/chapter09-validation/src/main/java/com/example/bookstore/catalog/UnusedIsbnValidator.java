package com.example.bookstore.catalog;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;

// region validator
/** 不用写 @Component：校验器由 Spring 建立，构造器参数从容器里取。 */
public class UnusedIsbnValidator implements ConstraintValidator<UnusedIsbn, String> {

    private final Books books;

    public UnusedIsbnValidator(Books books) {
        this.books = books;
    }

    @Override
    public boolean isValid(String isbn, ConstraintValidatorContext context) {
        // 不是 ISBN 的归 @BookIsbn 报；先换成规范形式再查，两种写法查到同一本
        return Isbn.parse(isbn).filter(books::exists).isEmpty();
    }
}
// endregion validator

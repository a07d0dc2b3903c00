package com.example.bookstore;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** 目录里没有这本书。 */
@ResponseStatus(HttpStatus.NOT_FOUND)
public class NoSuchBookException extends RuntimeException {

    NoSuchBookException(String isbn) {
        super("没有 ISBN 为 " + isbn + " 的书");
    }
}

package com.example.bookstore.orders;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** 书目里没有这本书。 */
@ResponseStatus(HttpStatus.NOT_FOUND)
public class UnknownBookException extends RuntimeException {
}

package com.example.bookstore;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** 回答 404；理由写不写进响应体，由配置决定。 */
@ResponseStatus(code = HttpStatus.NOT_FOUND, reason = "没有这本书")
public class BookMissing extends RuntimeException {
}

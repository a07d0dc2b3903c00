package com.example.bookstore.payment;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

@ResponseStatus(HttpStatus.BAD_REQUEST)
class UnreadableNoticeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableNoticeException(String reason) {
        super("读不懂的支付通知：" + reason);
    }
}

package com.example.bookstore.payment;

class UnreadableNoticeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableNoticeException(String reason) {
        super("读不懂的支付通知：" + reason);
    }
}

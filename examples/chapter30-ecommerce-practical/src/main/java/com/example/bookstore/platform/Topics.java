package com.example.bookstore.platform;

/** 消息的主题；队列名是前缀加主题。 */
public final class Topics {

    /** 消息体是订单号。 */
    public static final String ORDER_PAID = "order.paid";

    /** 消息体是支付编号。 */
    public static final String PAYMENT_REFUND = "payment.refund";

    private Topics() {
    }
}

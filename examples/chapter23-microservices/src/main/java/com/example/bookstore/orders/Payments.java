package com.example.bookstore.orders;

/** 收款的几种写法，一种比一种站得住。 */
interface Payments {

    /**
     * 为一张订单收款；同一个编号可以再来一次。
     *
     * @param cents 金额，单位是分
     */
    Receipt charge(String orderId, int cents);

    /** 支付服务的答复。 */
    record Receipt(String orderId, int cents) {
    }
}

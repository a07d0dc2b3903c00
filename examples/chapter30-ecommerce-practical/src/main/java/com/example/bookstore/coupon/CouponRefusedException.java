package com.example.bookstore.coupon;

public class CouponRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CouponRefusedException(String code) {
        super("这张优惠券用不了：" + code);
    }
}

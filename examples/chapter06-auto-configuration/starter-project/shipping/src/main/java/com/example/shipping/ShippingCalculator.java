package com.example.shipping;

import java.math.BigDecimal;

/** 算一个订单的运费。 */
public interface ShippingCalculator {

    BigDecimal fee(BigDecimal orderTotal);
}

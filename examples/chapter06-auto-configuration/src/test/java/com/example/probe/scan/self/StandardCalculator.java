package com.example.probe.scan.self;

import java.math.BigDecimal;

import com.example.shipping.ShippingCalculator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnMissingBean(ShippingCalculator.class)
class StandardCalculator implements ShippingCalculator {

    @Override
    public BigDecimal fee(BigDecimal orderTotal) {
        return BigDecimal.TEN;
    }
}

package com.example.shipping;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** 每家承运商一个价，满额免运费。 */
public class CarrierCalculator implements ShippingCalculator {

    private static final Map<String, BigDecimal> FEES = new TreeMap<>(Map.of(
            "sf", new BigDecimal("12"),
            "zto", new BigDecimal("8"),
            "ems", new BigDecimal("15")));

    private final BigDecimal fee;
    private final BigDecimal freeFrom;

    public CarrierCalculator(String carrier, BigDecimal freeFrom) {
        if (!FEES.containsKey(carrier)) {
            throw new UnknownCarrierException(carrier, FEES.keySet());
        }
        this.fee = FEES.get(carrier);
        this.freeFrom = freeFrom;
    }

    @Override
    public BigDecimal fee(BigDecimal orderTotal) {
        return orderTotal.compareTo(freeFrom) >= 0 ? BigDecimal.ZERO : fee;
    }
}

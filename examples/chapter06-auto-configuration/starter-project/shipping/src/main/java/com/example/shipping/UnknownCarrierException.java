package com.example.shipping;

import java.util.Set;

/** 没有这家承运商。 */
public class UnknownCarrierException extends RuntimeException {

    private final String carrier;
    private final transient Set<String> known;

    public UnknownCarrierException(String carrier, Set<String> known) {
        super("Unknown carrier '" + carrier + "'");
        this.carrier = carrier;
        this.known = known;
    }

    public String carrier() {
        return carrier;
    }

    public Set<String> known() {
        return known;
    }
}

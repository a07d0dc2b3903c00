package com.example.shipping.autoconfigure;

import com.example.shipping.UnknownCarrierException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

class UnknownCarrierFailureAnalyzer
        extends AbstractFailureAnalyzer<UnknownCarrierException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure,
            UnknownCarrierException cause) {
        String known = String.join("、", cause.known());
        return new FailureAnalysis(
                "shipping.carrier 的值是 '" + cause.carrier() + "'，没有这家承运商。",
                "把 shipping.carrier 改成其中之一：" + known + "。", cause);
    }
}

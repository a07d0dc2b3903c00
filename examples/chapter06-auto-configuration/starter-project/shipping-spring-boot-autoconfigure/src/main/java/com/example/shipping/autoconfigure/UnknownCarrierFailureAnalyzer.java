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
                "没有叫 '" + cause.carrier()
                        + "' 的承运商，多半是 shipping.carrier 写错了。",
                "改成其中之一：" + known + "。", cause);
    }
}

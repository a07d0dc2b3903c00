package com.example.book;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.opentest4j.TestAbortedException;

/**
 * What becomes of a test when this machine lacks what it needs: skipped, with the reason printed; where
 * {@code CI=true}, failed.
 */
public final class Missing {

    private Missing() {
    }

    /** Whether what is missing fails the test. */
    static boolean fails() {
        return "true".equals(System.getenv("CI"));
    }

    /**
     * For a condition, before the test starts.
     *
     * @param reason one line: what is missing and how to get it
     * @param fails whether that fails the test
     * @throws IllegalStateException when it does
     */
    static ConditionEvaluationResult disable(String reason, boolean fails) {
        if (fails) {
            throw new IllegalStateException(reason);
        }
        System.err.println("跳过测试：" + reason);
        return ConditionEvaluationResult.disabled(reason);
    }

    /**
     * For a test, or what prepares it, that finds out as it runs: {@code throw Missing.part(…)}.
     *
     * @param reason one line: what is missing and how to get it
     * @return what skips the test
     * @throws IllegalStateException where {@code CI=true}
     */
    public static TestAbortedException part(String reason) {
        return part(reason, fails());
    }

    /** Like {@link #part(String)}, whatever the environment says. */
    static TestAbortedException part(String reason, boolean fails) {
        disable(reason, fails);
        return new TestAbortedException(reason);
    }
}

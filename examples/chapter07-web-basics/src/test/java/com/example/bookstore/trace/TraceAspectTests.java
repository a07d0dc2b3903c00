package com.example.bookstore.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import org.aspectj.lang.ProceedingJoinPoint;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("记路的切面")
class TraceAspectTests {

    @Test
    @DisplayName("方法返回 null 或者没有返回值：照样放行，不抛异常")
    void nothingReturned() throws Throwable {
        assertThat(new TraceAspect().around(mock(ProceedingJoinPoint.class))).isNull();
    }
}

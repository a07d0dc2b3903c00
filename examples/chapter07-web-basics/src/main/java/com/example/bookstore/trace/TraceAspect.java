package com.example.bookstore.trace;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;

import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

// region aspect
@Aspect
@Component
class TraceAspect {

    @Around("within(com.example.bookstore.order.OrderController)")
    Object around(ProceedingJoinPoint call) throws Throwable {
        Trace.step(Station.ASPECT, "进");
        try {
            Object result = call.proceed();
            Trace.step(Station.ASPECT, "出，返回 " + simpleName(result));
            return result;
        }
        catch (Throwable ex) {
            Trace.step(Station.ASPECT, "出，抛出 " + simpleName(ex));
            throw ex;
        }
    }
    // endregion aspect

    private static String simpleName(@Nullable Object object) {
        if (object == null) {
            return "null";
        }
        return object.getClass().isSynthetic() ? "Callable" : object.getClass().getSimpleName();
    }
}

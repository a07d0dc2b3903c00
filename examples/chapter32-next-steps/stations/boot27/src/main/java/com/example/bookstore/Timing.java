package com.example.bookstore;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Logs how long each request's method took. */
@Aspect
@Component
public class Timing {

    private static final Logger log = LoggerFactory.getLogger(Timing.class);

    @Around("execution(public * com.example.bookstore.BookController.*(..))")
    public Object time(ProceedingJoinPoint call) throws Throwable {
        long start = System.nanoTime();
        try {
            return call.proceed();
        }
        finally {
            log.debug("{} 用了 {} 微秒", call.getSignature().getName(), (System.nanoTime() - start) / 1000);
        }
    }
}

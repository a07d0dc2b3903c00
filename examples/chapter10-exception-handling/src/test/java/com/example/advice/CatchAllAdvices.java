package com.example.advice;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** 不在 com.example.order 里，免得被它的组件扫描捡到。 */
public class CatchAllAdvices {

    // region catch-all
    @RestControllerAdvice
    static class CatchAll {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        String all(Exception ex) {
            return "兜底：" + ex.getClass().getSimpleName();
        }
    }
    // endregion catch-all

    @RestControllerAdvice
    @Order(-1)
    static class EarlyCatchAll extends CatchAll {
    }

    @RestControllerAdvice
    public static class OwnHandler extends ResponseEntityExceptionHandler {
    }

    @TestConfiguration(proxyBeanMethods = false)
    @Import(OwnHandler.class)
    public static class Own {
    }

    @TestConfiguration(proxyBeanMethods = false)
    @Import(CatchAll.class)
    public static class Unordered {
    }

    @RestControllerAdvice
    @Order(Integer.MAX_VALUE - 1)
    static class AlmostLast {

        @ExceptionHandler
        String all(Exception ex) {
            return "写了顺序的";
        }
    }

    /** 没写顺序的先注册。 */
    @TestConfiguration(proxyBeanMethods = false)
    @Import({CatchAll.class, AlmostLast.class})
    public static class UnorderedFirst {
    }

    @TestConfiguration(proxyBeanMethods = false)
    @Import(EarlyCatchAll.class)
    public static class Early {
    }
}

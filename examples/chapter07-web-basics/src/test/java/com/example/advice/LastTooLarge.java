package com.example.advice;

import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** 同一个方法，排在最后：没有写顺序的就排在这里。 */
@RestControllerAdvice
@Order
public class LastTooLarge extends TooLarge {
}

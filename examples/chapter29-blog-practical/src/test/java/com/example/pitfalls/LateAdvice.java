package com.example.pitfalls;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

@RestControllerAdvice
public class LateAdvice {

    public final AtomicInteger called = new AtomicInteger();

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONTENT_TOO_LARGE)
    String tooLarge(MaxUploadSizeExceededException ex) {
        called.incrementAndGet();
        return "图片最大 2 MB";
    }
}

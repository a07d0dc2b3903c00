package com.example.advice;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** 单独一个包，只有点名引入它的测试才用它。 */
// region too-large
@RestControllerAdvice
public class TooLarge {

    @ExceptionHandler
    ProblemDetail tooLarge(MaxUploadSizeExceededException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONTENT_TOO_LARGE,
                "每个文件不超过 100 KB");
    }
}
// endregion too-large

package com.example.advice;

import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.FileSizeLimitExceededException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** 单独一个包，只有点名引入它的测试才用它。 */
// region too-large
@Order(-1)
@RestControllerAdvice
public class TooLarge {

    private static final Logger log = LoggerFactory.getLogger(TooLarge.class);

    @ExceptionHandler
    ProblemDetail tooLarge(MaxUploadSizeExceededException ex) {
        log.warn("上传被拒绝：{}", String.valueOf(ex.getRootCause()));
        // 异常是同一个，超了哪一道要看根本原因
        String detail = switch (ex.getRootCause()) {
            case FileSizeLimitExceededException file ->
                "每个文件不超过 " + file.getPermittedSize() / 1024 + " KB";
            case FileCountLimitExceededException count ->
                "一次最多 " + count.getLimit() + " 个文件";
            case null, default -> "上传的总大小超了，或者文件名太长";
        };
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONTENT_TOO_LARGE, detail);
    }
}
// endregion too-large

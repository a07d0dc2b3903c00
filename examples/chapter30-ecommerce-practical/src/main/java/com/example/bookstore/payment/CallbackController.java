package com.example.bookstore.payment;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** 支付方通知结果的地址。不登录，靠签名。 */
@RestController
class CallbackController {

    private static final Logger log = LoggerFactory.getLogger(CallbackController.class);
    private static final int MOST_BYTES = 16 * 1024;

    private final Signature signature;
    private final Payments payments;
    private final JsonMapper json;

    CallbackController(Signature signature, Payments payments, JsonMapper json) {
        this.signature = signature;
        this.payments = payments;
        this.json = json;
    }

    // region callback
    /** 要的是原文：先验签名，再解析。做完了才回 200，不然对方会再来。 */
    @PostMapping("/payments/callback")
    ResponseEntity<String> callback(InputStream request,
            @RequestHeader(name = "X-Signature", required = false) @Nullable String signed)
            throws IOException {
        byte[] body = request.readNBytes(MOST_BYTES + 1); // 谁都能发，所以不全读
        if (body.length > MOST_BYTES) {
            return refused(HttpStatus.CONTENT_TOO_LARGE, "too large");
        }
        if (!signature.matches(body, signed)) {
            return refused(HttpStatus.UNAUTHORIZED, "bad signature");
        }
        payments.received(parse(body));
        return ResponseEntity.ok("ok");
    }
    // endregion callback

    private static ResponseEntity<String> refused(HttpStatus status, String why) {
        log.warn("没有处理的支付通知：{}", why);
        return ResponseEntity.status(status).body(why);
    }

    private Notice parse(byte[] body) {
        Notice notice;
        try {
            notice = json.readValue(body, Notice.class);
        }
        catch (JacksonException ex) {
            throw new UnreadableNoticeException(ex.getCause() instanceof IllegalArgumentException reason
                    ? reason.getMessage() : ex.getOriginalMessage());
        }
        if (notice == null) {
            throw new UnreadableNoticeException("是 null");
        }
        return notice;
    }

    /** 签名对、内容却说不通：什么也没有记下，要有人去问支付方。 */
    @ExceptionHandler
    ProblemDetail unreadable(UnreadableNoticeException ex) {
        log.error(ex.getMessage());
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getMessage());
    }
}

package com.example.bookstore.payment;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.example.bookstore.platform.BookstoreProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** 通知是不是支付方发的：双方用同一个密钥给收到的原文算 HMAC-SHA256。 */
@Component
class Signature {

    private final SecretKeySpec key;

    Signature(BookstoreProperties properties) {
        this.key = new SecretKeySpec(properties.provider().secret().getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    }

    /** 比较用 {@code MessageDigest.isEqual}：它用的时间不说出对了几位。 */
    boolean matches(byte[] body, @Nullable String signature) {
        return signature != null && MessageDigest.isEqual(
                of(body).getBytes(StandardCharsets.US_ASCII),
                signature.getBytes(StandardCharsets.US_ASCII));
    }

    private String of(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(body));
        }
        catch (GeneralSecurityException ex) {
            throw new IllegalStateException(ex);
        }
    }
}

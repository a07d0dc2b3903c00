package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What differs between places.
 *
 * @param version of the image
 * @param pod the pod's name, which Kubernetes puts into the variable HOSTNAME
 * @param greeting from the ConfigMap
 * @param paymentKey from the Secret
 * @param indexTime how long the search index takes to load
 * @param exportTime how long an export takes
 */
// region settings
@ConfigurationProperties("bookstore")
record StoreSettings(@DefaultValue("dev") String version,
        @DefaultValue("local") String pod,
        @DefaultValue("你好") String greeting,
        @DefaultValue("dev-key") String paymentKey,
        // 加载索引、导出各要多久，测试用它们变慢
        @DefaultValue("0s") Duration indexTime,
        @DefaultValue("0s") Duration exportTime) {
    // endregion settings

    /** The first eight digits of the key's SHA-256. */
    String paymentKeyFingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(paymentKey.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "StoreSettings[version=" + version + ", pod=" + pod + "]";
    }
}

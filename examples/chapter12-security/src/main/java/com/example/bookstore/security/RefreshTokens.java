package com.example.bookstore.security;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/** 刷新令牌：用一次就换一张；用过的再来，整个家族作废。内存版，多实例时换成数据库的一张表。 */
@Component
class RefreshTokens {

    private static final Logger log = LoggerFactory.getLogger(RefreshTokens.class);

    private static final Duration LIFE = Duration.ofDays(30);

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Stored> byHash = new HashMap<>();
    private final Clock clock;

    RefreshTokens(Clock clock) {
        this.clock = clock;
    }

    synchronized String start(String customer) {
        return issue(customer, new Family());
    }

    // region rotate
    /** 用旧的换新的；换不到就是空。查、标记用过、发新的，在一把锁里完成。 */
    synchronized Optional<String> rotate(String token) {
        Stored stored = byHash.get(hash(token));
        if (stored == null || stored.family.revoked
                || clock.instant().isAfter(stored.expires)) {
            return Optional.empty();
        }
        if (stored.used) {
            // 同一张来了两次：很可能被偷了，分不清哪一次是主人，就都不认
            log.warn("{} 的刷新令牌用了两次，这次登录的各张都作废", stored.customer);
            stored.family.revoked = true;
            return Optional.empty();
        }
        stored.used = true;
        return Optional.of(issue(stored.customer, stored.family));
    }
    // endregion rotate

    /** 这张令牌发给了谁，不管它还能不能用；能不能用由 rotate 说。 */
    synchronized Optional<String> owner(String token) {
        return Optional.ofNullable(byHash.get(hash(token))).map(stored -> stored.customer);
    }

    /** 退出：这张令牌的整个家族作废；别人的令牌不动。 */
    synchronized void revoke(String token, String customer) {
        Stored stored = byHash.get(hash(token));
        if (stored != null && stored.customer.equals(customer)) {
            stored.family.revoked = true;
        }
    }

    private String issue(String customer, Family family) {
        Instant now = clock.instant();
        byHash.values().removeIf(stored -> now.isAfter(stored.expires)); // 过期的不留着
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        byHash.put(hash(token), new Stored(customer, family, now.plus(LIFE)));
        return token;
    }

    synchronized int size() {
        return byHash.size();
    }

    private static String hash(String token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(token.getBytes(StandardCharsets.UTF_8)));
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** 一次登录发出的各张同属一个家族。 */
    private static final class Family {

        boolean revoked;
    }

    private static final class Stored {

        final String customer;
        final Family family;
        final Instant expires;
        boolean used;

        Stored(String customer, Family family, Instant expires) {
            this.customer = customer;
            this.family = family;
            this.expires = expires;
        }
    }
}

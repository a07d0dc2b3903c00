package com.example.bookstore.security;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;

// region revoked
/** 退出的人手里还没过期的访问令牌，按编号记着。内存版，多实例时换成 Redis。 */
@Component
class RevokedTokens implements OAuth2TokenValidator<Jwt> {

    private static final long SKEW = 60; // 验签的宽限，过期之后还要多记这么久

    private final Map<String, Instant> until = new ConcurrentHashMap<>();
    private final Clock clock;

    RevokedTokens(Clock clock) {
        this.clock = clock;
    }

    void revoke(Jwt token) {
        Instant now = clock.instant();
        until.values().removeIf(now::isAfter); // 过期的令牌本来就不认，不用再记
        until.put(token.getId(), token.getExpiresAt().plusSeconds(SKEW));
    }

    @Override
    public OAuth2TokenValidatorResult validate(Jwt token) {
        // 没有编号、没有期限的令牌吊销不了，也不认
        if (token.getId() == null || token.getExpiresAt() == null
                || until.containsKey(token.getId())) {
            return OAuth2TokenValidatorResult.failure(new OAuth2Error(
                    OAuth2ErrorCodes.INVALID_TOKEN, "The token was revoked", null));
        }
        return OAuth2TokenValidatorResult.success();
    }
    // endregion revoked

    int size() {
        return until.size();
    }
}

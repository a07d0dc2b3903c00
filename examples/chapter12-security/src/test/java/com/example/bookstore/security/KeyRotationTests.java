package com.example.bookstore.security;

import java.time.Instant;
import java.util.List;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtEncodingException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisplayName("换签名的钥匙")
class KeyRotationTests {

    private final JwtConfig config = new JwtConfig();

    @Test
    @DisplayName("验签的名单里新旧两把都在：旧令牌还认；旧的拿走：不认")
    void rotation() throws Exception {
        RSAKey old = key("2026-11");
        RSAKey fresh = key("2026-12");
        String token = sign(config.jwtEncoder(only(old)), null);
        assertThat(config.jwtDecoder(both(fresh, old)).decode(token).getSubject()).isEqualTo("bob");
        assertThatThrownBy(() -> config.jwtDecoder(only(fresh)).decode(token)).isInstanceOf(BadJwtException.class);
    }

    @Test
    @DisplayName("签名的名单里也放两把：不写 kid 就签不了，写了才知道用哪把")
    void encoder() throws Exception {
        JwtEncoder encoder = config.jwtEncoder(both(key("2026-12"), key("2026-11")));
        assertThatThrownBy(() -> sign(encoder, null)).isInstanceOf(JwtEncodingException.class)
                .hasMessageContaining("multiple");
        assertThat(sign(encoder, "2026-12")).isNotBlank();
    }

    private static String sign(JwtEncoder encoder, String kid) {
        JwsHeader.Builder header = JwsHeader.with(SignatureAlgorithm.RS256);
        if (kid != null) {
            header.keyId(kid);
        }
        Instant now = Instant.now();
        return encoder.encode(JwtEncoderParameters.from(header.build(), JwtClaimsSet.builder()
                .issuer(JwtConfig.ISSUER).subject("bob").issuedAt(now).expiresAt(now.plusSeconds(300)).build()))
                .getTokenValue();
    }

    private static RSAKey key(String kid) throws Exception {
        return new RSAKeyGenerator(2048).keyID(kid).generate();
    }

    private static ImmutableJWKSet<com.nimbusds.jose.proc.SecurityContext> only(RSAKey key) {
        return new ImmutableJWKSet<>(new JWKSet(key));
    }

    private static ImmutableJWKSet<com.nimbusds.jose.proc.SecurityContext> both(RSAKey one, RSAKey two) {
        return new ImmutableJWKSet<>(new JWKSet(List.of(one, two)));
    }
}

package com.example.bookstore.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jwt.SignedJWT;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtEncodingException;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.web.client.RestTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DisplayName("换签名的钥匙")
class KeyRotationTests {

    @LocalServerPort
    int port;

    private final AtomicInteger fetches = new AtomicInteger();
    private final JwtConfig config = new JwtConfig(); // not the bean, whose methods always answer the same object
    private final RevokedTokens revoked = new RevokedTokens(Clock.systemUTC());

    @Test
    @DisplayName("书店自己：换了新的，旧令牌还认；旧的拿走，不认")
    void rotation() {
        SigningKeys keys = new SigningKeys();
        JwtDecoder decoder = config.jwtDecoder(keys, revoked);
        String old = sign(config.jwtEncoder(keys));
        keys.rotate();
        assertThat(decoder.decode(old).getSubject()).isEqualTo("bob");
        assertThat(decoder.decode(sign(config.jwtEncoder(keys))).getSubject()).isEqualTo("bob");
        keys.retireOld();
        assertThatThrownBy(() -> decoder.decode(old)).isInstanceOf(BadJwtException.class);
    }

    @Test
    @DisplayName("名单里有两把，没有说用哪把：签不了")
    void encoder() throws Exception {
        List<JWK> two = List.of(new RSAKeyGenerator(2048).keyID("2026-12").generate(),
                new RSAKeyGenerator(2048).keyID("2026-11").generate());
        JwtEncoder encoder = new NimbusJwtEncoder(new ImmutableJWKSet<>(new JWKSet(two)));
        assertThatThrownBy(() -> sign(encoder)).isInstanceOf(JwtEncodingException.class)
                .hasMessageContaining("multiple");
    }

    @Test
    @DisplayName("别的服务：见到不认识的 kid 就去取一次公钥，不用重启；书店拿走旧的，它还认到自己的缓存过期")
    void published(@Autowired SigningKeys keys, @Autowired JwtEncoder encoder) throws Exception {
        NimbusJwtDecoder other = otherService();
        StringBuilder steps = new StringBuilder();
        String old = sign(encoder);
        step(steps, "第一个令牌", other, old);
        step(steps, "同一把钥匙签的又一个", other, sign(encoder));
        keys.rotate();
        String fresh = sign(encoder);
        assertThat(kid(fresh)).isNotEqualTo(kid(old));
        step(steps, "换钥匙之后签的", other, fresh);
        step(steps, "换钥匙之前签的", other, old);
        keys.retireOld();
        assertThatThrownBy(() -> config.jwtDecoder(keys, revoked).decode(old)).isInstanceOf(BadJwtException.class);
        step(steps, "书店已经不认的旧钥匙签的", other, old);
        step(steps, "重启之后，旧钥匙签的", otherService(), old);
        // the cache of the builder that NimbusJwtDecoder uses
        assertThat(Duration.ofMillis(JWKSourceBuilder.DEFAULT_CACHE_TIME_TO_LIVE)).isEqualTo(Duration.ofMinutes(5));
        assertThat(steps.toString().lines().map(line -> line.substring(0, 2))).containsExactly(
                "收下", "收下", "收下", "收下", "收下", "拒绝");
        Recording.check("key-rotation.txt", steps.toString());
    }

    @Test
    @DisplayName("公布的名单里没有私钥")
    void publicHalf(@Autowired SigningKeys keys) {
        String published = new RestTemplate().getForObject(url(), String.class);
        assertThat(published).contains(keys.current().getKeyID(), "\"n\"").doesNotContain("\"d\"", "\"p\"", "\"q\"");
    }

    @Test
    @DisplayName("乱写的 kid：每一个都让别的服务来取一次公钥")
    void unknownKeyIds() throws Exception {
        NimbusJwtDecoder other = otherService();
        for (int i = 0; i < 20; i++) {
            String forged = sign(config.jwtEncoder(new SigningKeys()));
            assertThatThrownBy(() -> other.decode(forged)).isInstanceOf(BadJwtException.class);
        }
        assertThat(fetches.get()).isGreaterThanOrEqualTo(20);
    }

    @Test
    @DisplayName("只写 jwk-set-uri：验签名与时间，别的签发者、签给别的服务的令牌都收；写上 issuer-uri、audiences 才拒绝")
    void issuerAndAudience(@Autowired JwtEncoder encoder) {
        String issuer = JwtConfig.ISSUER;
        String other = "https://other.example.com";
        String named = "spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer;
        String audience = "spring.security.oauth2.resourceserver.jwt.audiences=logistics";
        assertThat(accepts(sign(encoder, other, null))).isTrue();
        assertThat(accepts(sign(encoder, issuer, "mail"))).isTrue();
        assertThat(accepts(sign(encoder, other, null), named)).isFalse();
        assertThat(accepts(sign(encoder, issuer, "mail"), named)).isTrue();
        assertThat(accepts(sign(encoder, issuer, "mail"), named, audience)).isFalse();
        assertThat(accepts(sign(encoder, issuer, null), named, audience)).isFalse();
        assertThat(accepts(sign(encoder, issuer, "logistics"), named, audience)).isTrue();
    }

    /** Whether another service, whose decoder Boot builds from the properties, takes the token. */
    private boolean accepts(String token, String... more) {
        boolean[] taken = new boolean[1];
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(OAuth2ResourceServerAutoConfiguration.class))
                .withPropertyValues("spring.security.oauth2.resourceserver.jwt.jwk-set-uri=" + url())
                .withPropertyValues(more).run(context -> {
                    try {
                        context.getBean(JwtDecoder.class).decode(token);
                        taken[0] = true;
                    }
                    catch (BadJwtException ex) {
                        taken[0] = false;
                    }
                });
        return taken[0];
    }

    private static String sign(JwtEncoder encoder, String issuer, String audience) {
        Instant now = Instant.now();
        JwtClaimsSet.Builder claims = JwtClaimsSet.builder().issuer(issuer).subject("bob").id("t-1").issuedAt(now)
                .expiresAt(now.plusSeconds(300));
        if (audience != null) {
            claims.audience(List.of(audience));
        }
        return encoder.encode(JwtEncoderParameters.from(JwsHeader.with(SignatureAlgorithm.RS256).build(),
                claims.build())).getTokenValue();
    }

    @Test
    @DisplayName("吊销的记录：令牌过期一分钟之后就不再占内存")
    void revokedExpires() {
        Instant start = Instant.parse("2026-11-25T00:00:00Z");
        Instant[] now = {start};
        RevokedTokens list = new RevokedTokens(new Clock() {
            @Override
            public Instant instant() {
                return now[0];
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        });
        list.revoke(jwt("a", start));
        assertThat(list.validate(jwt("a", start)).hasErrors()).isTrue();
        assertThat(list.validate(jwt("b", start)).hasErrors()).isFalse();
        now[0] = start.plus(Duration.ofSeconds(300 + 61));
        list.revoke(jwt("c", now[0]));
        assertThat(list.size()).isEqualTo(1);
    }

    private static Jwt jwt(String id, Instant issued) {
        return Jwt.withTokenValue("x").header("alg", "RS256").jti(id).issuedAt(issued)
                .expiresAt(issued.plusSeconds(300)).build();
    }

    private NimbusJwtDecoder otherService() {
        RestTemplate counted = new RestTemplate();
        counted.getInterceptors().add((request, body, next) -> {
            fetches.incrementAndGet();
            return next.execute(request, body);
        });
        return NimbusJwtDecoder.withJwkSetUri(url()).restOperations(counted).build();
    }

    private void step(StringBuilder steps, String what, JwtDecoder decoder, String token) {
        String verdict;
        try {
            decoder.decode(token);
            verdict = "收下";
        }
        catch (BadJwtException ex) {
            verdict = "拒绝";
        }
        steps.append("%s  取过 %d 次公钥  %s%n".formatted(verdict, fetches.get(), what));
    }

    private String url() {
        return "http://localhost:" + port + "/api/keys";
    }

    private static String kid(String token) throws Exception {
        return SignedJWT.parse(token).getHeader().getKeyID();
    }

    private static String sign(JwtEncoder encoder) {
        return sign(encoder, JwtConfig.ISSUER, null);
    }
}

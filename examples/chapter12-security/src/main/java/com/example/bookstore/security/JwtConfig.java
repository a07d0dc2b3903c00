package com.example.bookstore.security;

import java.util.List;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

@Configuration
class JwtConfig {

    static final String ISSUER = "https://bookstore.example.com";

    // region encoder
    @Bean
    JwtEncoder jwtEncoder(JWKSource<SecurityContext> keys) {
        NimbusJwtEncoder encoder = new NimbusJwtEncoder(keys);
        encoder.setJwkSelector(List::getFirst); // 用最新的一把签，令牌的头里带着它的 kid
        return encoder;
    }
    // endregion encoder

    // region decoder
    @Bean
    JwtDecoder jwtDecoder(JWKSource<SecurityContext> keys, RevokedTokens revoked) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        // 算法由我们定，不由令牌的头来定
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys));
        processor.setJWTClaimsSetVerifier((claims, context) -> { /* 交给下面的校验器 */ });
        NimbusJwtDecoder decoder = new NimbusJwtDecoder(processor);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                JwtValidators.createDefaultWithIssuer(ISSUER), revoked));
        return decoder;
    }

    @Bean
    JwtAuthenticationConverter roles() {
        JwtGrantedAuthoritiesConverter roles = new JwtGrantedAuthoritiesConverter();
        roles.setAuthoritiesClaimName("roles");
        roles.setAuthorityPrefix("ROLE_");
        JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
        converter.setJwtGrantedAuthoritiesConverter(roles);
        return converter;
    }
    // endregion decoder
}

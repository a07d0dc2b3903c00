package com.example.bookstore.security;

import java.time.Instant;
import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/api/token")
class TokenController {

    private final AuthenticationManager manager;
    private final Customers customers;
    private final RefreshTokens refreshTokens;
    private final JwtEncoder encoder;

    TokenController(AuthenticationManager manager, Customers customers, RefreshTokens refreshTokens,
            JwtEncoder encoder) {
        this.manager = manager;
        this.customers = customers;
        this.refreshTokens = refreshTokens;
        this.encoder = encoder;
    }

    // region token
    @PostMapping
    Tokens login(@RequestBody Login login) {
        try {
            manager.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(
                    login.name(), login.password()));
        }
        catch (AuthenticationException ex) {
            // 用户名错与密码错返回同样的响应，不告诉对方哪个用户存在
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
        return new Tokens(access(login.name()), refreshTokens.start(login.name()));
    }

    @PostMapping("/refresh")
    Tokens refresh(@RequestBody Refresh refresh) {
        return refreshTokens.rotate(refresh.refreshToken())
                .map(rotated -> new Tokens(access(rotated.customer()), rotated.token()))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED));
    }

    private String access(String name) {
        UserDetails customer = customers.loadUserByUsername(name);
        List<String> roles = customer.getAuthorities().stream()
                .map(authority -> authority.getAuthority().substring("ROLE_".length()))
                .toList();
        Instant now = Instant.now();
        JwtClaimsSet claims = JwtClaimsSet.builder().issuer(JwtConfig.ISSUER).subject(name)
                .issuedAt(now).expiresAt(now.plusSeconds(300)).claim("roles", roles).build();
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256).build();
        return encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue();
    }
    // endregion token

    record Login(String name, String password) {
    }

    record Refresh(String refreshToken) {
    }

    record Tokens(String accessToken, String refreshToken) {
    }
}

package com.example.bookstore.security;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AccountStatusUserDetailsChecker;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/api")
class TokenController {

    private static final Logger log = LoggerFactory.getLogger(TokenController.class);

    private static final JwsHeader RS256 = JwsHeader.with(SignatureAlgorithm.RS256).build();

    private final AuthenticationManager manager;
    private final Customers customers;
    private final RefreshTokens refreshTokens;
    private final RevokedTokens revokedTokens;
    private final JwtEncoder encoder;

    TokenController(AuthenticationManager manager, Customers customers, RefreshTokens refreshTokens,
            RevokedTokens revokedTokens, JwtEncoder encoder) {
        this.manager = manager;
        this.customers = customers;
        this.refreshTokens = refreshTokens;
        this.revokedTokens = revokedTokens;
        this.encoder = encoder;
    }

    // region token
    @PostMapping("/token")
    Tokens login(@RequestBody Login login) {
        try {
            // 名字用查到的那个，不用输入的：有的数据库查名字不分大小写
            String name = manager.authenticate(UsernamePasswordAuthenticationToken
                    .unauthenticated(login.name(), login.password())).getName();
            return new Tokens(access(name), refreshTokens.start(name));
        }
        catch (AuthenticationServiceException | DataAccessException ex) {
            throw unavailable("登录时查不了用户", ex);
        }
        catch (AuthenticationException ex) {
            // 用户名错与密码错返回同样的响应，不告诉对方哪个用户存在
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
    }
    // endregion token

    // region refresh
    @PostMapping("/token/refresh")
    Tokens refresh(@RequestBody Refresh refresh) {
        String old = refresh.refreshToken();
        try {
            return Optional.ofNullable(old).flatMap(refreshTokens::owner)
                    .map(this::access) // 先签访问令牌：签不成，旧的那张没有用掉，还能重试
                    .flatMap(access -> refreshTokens.rotate(old)
                            .map(next -> new Tokens(access, next)))
                    .orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED));
        }
        catch (DataAccessException ex) {
            throw unavailable("刷新时查不了用户", ex);
        }
    }
    // endregion refresh

    /** 服务器这边出了错：原因写进日志，返回 503，请对方过一会儿再试。 */
    private static ResponseStatusException unavailable(String what, RuntimeException ex) {
        log.error(what, ex);
        return new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
    }

    // region access
    private String access(String name) {
        UserDetails customer = customers.loadUserByUsername(name);
        new AccountStatusUserDetailsChecker().check(customer); // 停用、锁定的，抛异常
        List<String> roles = customer.getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .filter(authority -> authority.startsWith("ROLE_")) // 权限不都是角色
                .map(role -> role.substring("ROLE_".length())).toList();
        Instant now = Instant.now();
        JwtClaimsSet claims = JwtClaimsSet.builder().issuer(JwtConfig.ISSUER).subject(name)
                .id(UUID.randomUUID().toString()).claim("roles", roles)
                .issuedAt(now).expiresAt(now.plusSeconds(300)).build();
        return encoder.encode(JwtEncoderParameters.from(RS256, claims)).getTokenValue();
    }
    // endregion access

    // region logout
    /**
     * 退出：手里的访问令牌马上作废，刷新令牌的家族也作废。
     * 要带请求体，所以用 POST：DELETE 的请求体，路上的代理可能丢掉。
     */
    @PostMapping("/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logout(@AuthenticationPrincipal Jwt access, @RequestBody Refresh refresh) {
        if (refresh.refreshToken() == null) { // 名字写错了也是 null，不能当成退出了
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        }
        refreshTokens.revoke(refresh.refreshToken(), access.getSubject());
        revokedTokens.revoke(access);
    }
    // endregion logout

    record Login(String name, String password) {
    }

    record Refresh(String refreshToken) {
    }

    record Tokens(String accessToken, String refreshToken) {
    }
}

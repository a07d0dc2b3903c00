package com.example.bookstore.accounts;

import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** 我是谁，两种问法；还有网关来问的一个地址。 */
@RestController
class AccountController {

    // region me
    /** 反例：头里写着谁，就当是谁。 */
    @GetMapping("/by-header/me")
    String byHeader(@RequestHeader("X-Customer") String customer) {
        return customer;
    }

    /** 令牌的签名、期限、收件人都验过，才走到这里。 */
    @GetMapping("/by-token/me")
    String byToken(@AuthenticationPrincipal Jwt token) {
        return token.getSubject();
    }

    /** 网关来问：这个令牌好不好，是谁的？不好就到不了这里，是 401。 */
    @GetMapping("/verify")
    ResponseEntity<Void> verify(@AuthenticationPrincipal Jwt token) {
        return ResponseEntity.noContent().header("X-Customer", token.getSubject()).build();
    }
    // endregion me
}

package com.example.bookstore.security;

import java.util.Map;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

// region endpoint
/** 别的服务来这里取公钥，验书店签的令牌。 */
@RestController
class KeysController {

    private final SigningKeys keys;

    KeysController(SigningKeys keys) {
        this.keys = keys;
    }

    @GetMapping("/api/keys")
    Map<String, Object> keys() {
        return keys.published().toJSONObject();
    }
}
// endregion endpoint

package com.example.bookstore.security;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;

import org.springframework.stereotype.Component;

// region keys
/** 第一把用来签，其余的留着验还没过期的旧令牌。演示用：重启就换，生产里从密钥库读取。 */
@Component
class SigningKeys implements JWKSource<SecurityContext> {

    private volatile List<JWK> keys = List.of(generate());

    /** 换一把新的来签，旧的还认。 */
    synchronized void rotate() {
        List<JWK> next = new ArrayList<>(keys);
        next.addFirst(generate());
        keys = List.copyOf(next);
    }

    /** 旧令牌都过期之后，旧的钥匙也不认了。 */
    synchronized void retireOld() {
        keys = List.of(keys.getFirst());
    }

    /** 给别的服务看的：公钥那一半。 */
    JWKSet published() {
        return new JWKSet(keys).toPublicJWKSet();
    }

    @Override
    public List<JWK> get(JWKSelector selector, SecurityContext context) {
        return selector.select(new JWKSet(keys));
    }
    // endregion keys

    RSAKey current() {
        return keys.getFirst().toRSAKey();
    }

    private static RSAKey generate() {
        try {
            return new RSAKeyGenerator(2048).keyUse(KeyUse.SIGNATURE)
                    .keyID(UUID.randomUUID().toString()).generate();
        }
        catch (JOSEException ex) {
            throw new IllegalStateException(ex);
        }
    }
}

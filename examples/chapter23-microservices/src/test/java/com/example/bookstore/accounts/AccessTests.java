package com.example.bookstore.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.NginxServer;
import com.example.bookstore.Http;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;

/** Who the service takes a request to be from: through the gateway, and around it. */
@ResourceLock(Http.LOG)
class AccessTests {

    @TempDir
    private static Path folder;
    private static KeyPair keys;
    private static ConfigurableApplicationContext accounts;
    private static NginxServer gateway;

    @BeforeAll
    static void start() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
        Path pem = folder.resolve("public.pem");
        Files.writeString(pem, "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded()) + "\n-----END PUBLIC KEY-----\n");
        accounts = AccountsApplication.builder().run("--server.port=0", "--BOOKSTORE_PUBLIC_KEY=" + pem.toUri());
        String configuration = new ClassPathResource("gateway.conf").getContentAsString(java.nio.charset.StandardCharsets.UTF_8)
                .replace("http://127.0.0.1:8083", Http.url(accounts));
        gateway = NginxServer.start(port -> configuration.replace("127.0.0.1:8080", "127.0.0.1:" + port));
    }

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
        }
        if (accounts != null) {
            accounts.close();
        }
    }

    private static String token(KeyPair signer, String audience, Duration life) throws Exception {
        Instant now = Instant.now();
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), new JWTClaimsSet.Builder().subject("zhang")
                .audience(audience).issueTime(java.util.Date.from(now.minusSeconds(600)))
                .expirationTime(java.util.Date.from(now.plus(life))).build());
        token.sign(new RSASSASigner((RSAPrivateKey) signer.getPrivate()));
        return token.serialize();
    }

    private static String ask(String address, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
        headers.forEach(request::header);
        HttpResponse<String> response = Http.send(request.build());
        return response.statusCode() == 200 ? "200 " + response.body() : String.valueOf(response.statusCode());
    }

    @Test
    void gatewayAndInside() throws Exception {
        assertThat(((RSAPublicKey) keys.getPublic()).getModulus().bitLength()).isEqualTo(2048);
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        String good = "Bearer " + token(keys, "accounts", Duration.ofMinutes(5));
        Map<String, Map<String, String>> requests = new LinkedHashMap<>();
        requests.put("什么也没有", Map.of());
        requests.put("自己写的 X-Customer: li", Map.of("X-Customer", "li"));
        requests.put("zhang 的令牌", Map.of("Authorization", good));
        requests.put("zhang 的令牌，X-Customer: li", Map.of("Authorization", good, "X-Customer", "li"));
        requests.put("过期的令牌", Map.of("Authorization", "Bearer " + token(keys, "accounts", Duration.ofMinutes(-5))));
        requests.put("给别的服务的令牌", Map.of("Authorization", "Bearer " + token(keys, "orders", Duration.ofMinutes(5))));
        requests.put("别人签的令牌", Map.of("Authorization", "Bearer "
                + token(generator.generateKeyPair(), "accounts", Duration.ofMinutes(5))));
        Map<String, List<String>> seen = new LinkedHashMap<>();
        Table table = new Table("请求带着", "经过网关", "绕过网关，看请求头", "绕过网关，验令牌");
        for (Map.Entry<String, Map<String, String>> each : requests.entrySet()) {
            List<String> cells = List.of(ask(gateway.uri("/by-header/me").toString(), each.getValue()),
                    ask(Http.url(accounts) + "/by-header/me", each.getValue()),
                    ask(Http.url(accounts) + "/by-token/me", each.getValue()));
            seen.put(each.getKey(), cells);
            table.row(each.getKey(), cells.get(0), cells.get(1), cells.get(2));
        }
        assertThat(seen.get("自己写的 X-Customer: li")).containsExactly("401", "200 li", "401");
        assertThat(seen.get("zhang 的令牌，X-Customer: li")).containsExactly("200 zhang", "200 li", "200 zhang");
        for (String bad : List.of("什么也没有", "过期的令牌", "给别的服务的令牌", "别人签的令牌")) {
            assertThat(seen.get(bad)).as(bad).containsExactly("401", "400", "401");
        }
        Recording.checkVerbatim("access.txt", table.toString());
    }

    @Test
    void withoutAudiencesAnyServicesTokenIsTaken() throws Exception {
        String forOrders = "Bearer " + token(keys, "orders", Duration.ofMinutes(5));
        try (ConfigurableApplicationContext careless = AccountsApplication.builder().run("--server.port=0",
                "--BOOKSTORE_PUBLIC_KEY=" + folder.resolve("public.pem").toUri(),
                "--spring.security.oauth2.resourceserver.jwt.audiences=")) {
            assertThat(ask(Http.url(careless) + "/by-token/me", Map.of("Authorization", forOrders))).isEqualTo("200 zhang");
        }
    }

    @Test
    void gatewayPassesTheTokenOn() throws Exception {
        assertThat(ask(gateway.uri("/by-token/me").toString(),
                Map.of("Authorization", "Bearer " + token(keys, "accounts", Duration.ofMinutes(5))))).isEqualTo("200 zhang");
    }

    @Test
    void theQuestionOfTheGatewayIsNotForCustomers() throws Exception {
        assertThat(ask(gateway.uri("/_verify").toString(),
                Map.of("Authorization", "Bearer " + token(keys, "accounts", Duration.ofMinutes(5))))).isEqualTo("404");
    }
}

package com.example.bookstore.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.function.UnaryOperator;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.NginxServer;
import com.example.bookstore.Downstream;
import com.example.bookstore.Http;
import org.junit.jupiter.api.Test;

/** What stands before the services: an nginx. */
class GatewayTests {

    private static String http(int port, Downstream stable, Downstream canary) {
        return """
                map $http_x_canary $version {
                  default %s;
                  "yes"   %s;
                }
                server {
                  listen 127.0.0.1:%d;
                  location / { proxy_pass $version; }
                }
                """.formatted(stable.url(), canary.url(), port);
    }

    private static String ask(NginxServer gateway, UnaryOperator<HttpRequest.Builder> headers) throws Exception {
        return Http.send(headers.apply(HttpRequest.newBuilder(URI.create(gateway.uri("/orders").toString()))).build())
                .body();
    }

    @Test
    void canaryByHeader() throws Exception {
        try (Downstream stable = new Downstream("v1", n -> 200); Downstream canary = new Downstream("v2", n -> 200);
                NginxServer gateway = NginxServer.start(port -> http(port, stable, canary))) {
            String plain = ask(gateway, request -> request);
            String tester = ask(gateway, request -> request.header("X-Canary", "yes"));
            String other = ask(gateway, request -> request.header("X-Canary", "no"));
            assertThat(plain).isEqualTo("v1");
            assertThat(tester).isEqualTo("v2");
            assertThat(other).isEqualTo("v1");
            Recording.checkVerbatim("canary.txt", new Table("X-Canary", "回答的是").row("没有", plain)
                    .row("yes", tester).row("no", other).toString());
        }
    }
}

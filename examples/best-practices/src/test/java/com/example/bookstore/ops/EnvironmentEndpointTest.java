package com.example.bookstore.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the env endpoint says of a key. */
class EnvironmentEndpointTest {

    private static String value(String file) {
        try (var context = OpsApplication.start("spring.config.import=classpath:" + file,
                "bookstore.payment.key=sk-1234")) {
            String json = OpsApplication.get(context, "/actuator/env/bookstore.payment.key");
            return json.replaceAll("(?s).*?\"property\":\\{([^}]*)}.*", "{$1}");
        }
    }

    @Test
    @DisplayName("show-values=always：密钥原样给出")
    void showsTheKey() {
        String answer = value("env-always.properties");
        assertThat(answer).contains("sk-1234");
        Recording.check("env-shown.txt", answer);
    }

    @Test
    @DisplayName("不写 show-values，就是 never")
    void neverIsTheDefault() {
        try (var context = OpsApplication.start("management.endpoints.web.exposure.include=env",
                "bookstore.payment.key=sk-1234")) {
            assertThat(OpsApplication.get(context, "/actuator/env/bookstore.payment.key"))
                    .startsWith("200").contains("******").doesNotContain("sk-1234");
        }
    }

    @Test
    @DisplayName("when-authorized：没有登录的人看到的仍是星号")
    void strangersSeeStars() {
        try (var context = OpsApplication.start("management.endpoints.web.exposure.include=env",
                "management.endpoint.env.show-values=when-authorized", "bookstore.payment.key=sk-1234")) {
            assertThat(OpsApplication.get(context, "/actuator/env/bookstore.payment.key"))
                    .startsWith("200").contains("******").doesNotContain("sk-1234");
        }
    }

    @Test
    @DisplayName("never：一律是星号")
    void hidesTheKey() {
        String answer = value("env-never.properties");
        assertThat(answer).contains("******").doesNotContain("sk-1234");
        Recording.check("env-hidden.txt", answer);
    }
}

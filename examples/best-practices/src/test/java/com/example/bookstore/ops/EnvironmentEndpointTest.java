package com.example.bookstore.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the env endpoint says of a key. */
class EnvironmentEndpointTest {

    // region bad
    private static final String ALL_VALUES =
            "management.endpoint.env.show-values=always";
    // endregion bad
    // region good
    private static final String EXPOSURE = "management.endpoints.web.exposure.include=env,health";
    // endregion good

    private static String value(String... properties) {
        try (var context = OpsApplication.start(properties)) {
            String json = OpsApplication.get(context, "/actuator/env/bookstore.payment.key");
            return json.replaceAll("(?s).*?\"property\":\\{([^}]*)}.*", "{$1}");
        }
    }

    @Test
    @DisplayName("show-values=always：密钥原样给出")
    void showsTheKey() {
        String answer = value(EXPOSURE, ALL_VALUES, "bookstore.payment.key=sk-1234");
        assertThat(answer).contains("sk-1234");
        Recording.check("env-shown.txt", answer);
    }

    @Test
    @DisplayName("默认 never：全部是星号")
    void hidesTheKey() {
        String answer = value(EXPOSURE, "bookstore.payment.key=sk-1234");
        assertThat(answer).contains("******").doesNotContain("sk-1234");
        Recording.check("env-hidden.txt", answer);
    }
}

package com.example.bookstore.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Principal;

import com.example.book.Recording;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

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

    /** Whoever asks is logged in, and no more than a customer. */
    static class Customers {

        @Bean
        Filter login() {
            return (request, response, chain) -> chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {

                        @Override
                        public Principal getUserPrincipal() {
                            return () -> "小明";
                        }

                        @Override
                        public boolean isUserInRole(String role) {
                            return "CUSTOMER".equals(role);
                        }
                    }, response);
        }
    }

    @Test
    @DisplayName("when-authorized 不写 roles：登录了的人，谁都看得到值；写了才只给那个角色")
    void everyCustomerIsAuthorized() {
        for (String roles : new String[] {"", "ADMIN"}) {
            try (var context = OpsApplication.start(Customers.class, "management.endpoints.web.exposure.include=env",
                    "management.endpoint.env.show-values=when-authorized",
                    "management.endpoint.env.roles=" + roles, "bookstore.payment.key=sk-1234")) {
                assertThat(OpsApplication.get(context, "/actuator/env/bookstore.payment.key"))
                        .startsWith("200").contains(roles.isEmpty() ? "sk-1234" : "******");
            }
        }
    }

    @Test
    @DisplayName("configprops 端点与它一样：默认也是星号")
    void sameForConfigurationProperties() {
        for (String show : new String[] {"", "management.endpoint.configprops.show-values=always"}) {
            try (var context = OpsApplication.start("management.endpoints.web.exposure.include=configprops",
                    "spring.datasource.password=sk-1234", show)) {
                String answer = OpsApplication.get(context, "/actuator/configprops/spring.datasource");
                assertThat(answer.contains("sk-1234")).as(answer).isEqualTo(!show.isEmpty());
            }
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

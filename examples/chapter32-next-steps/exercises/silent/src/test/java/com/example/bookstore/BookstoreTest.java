package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.audit.AuditLog;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
class BookstoreTest {

    @Autowired
    RestTestClient http;

    @Autowired
    ObjectProvider<AuditLog> audit;

    @Test
    void fieldsInTheOrderThatClientsKnow() {
        http.get().uri("/books/978-1").exchange().expectStatus().isOk().expectBody(String.class)
                .isEqualTo("{\"title\":\"春天的启动\",\"isbn\":\"978-1\",\"sold\":false,\"language\":\"zh\"}");
    }

    @Test
    void theErrorSaysWhatIsMissing() {
        http.get().uri("/books/none").exchange().expectStatus().isNotFound()
                .expectBody().jsonPath("$.message").isEqualTo("没有这本书");
    }

    @Test
    void readingIsAudited() {
        http.get().uri("/books/978-1").exchange().expectStatus().isOk();
        assertThat(audit.getIfAvailable()).as("审计的自动配置没有生效").isNotNull();
        assertThat(audit.getObject().all()).contains("978-1");
    }

    /** Scanning its package or defining the bean in the shop would hide that the starter is broken for all others. */
    @Test
    void theStarterRegistersItself() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, null)).as("自动配置里注册了审计没有")
                .contains("com.example.audit.AuditConfiguration");
    }

    @Test
    void theStarterStaysWhatItIs() {
        assertThat(audit.stream()).as("审计只要一个").hasSizeLessThan(2);
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.bookstore.platform.BookstoreProperties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Starting an application sets up the logging of the whole JVM: not while {@link RunningStore} starts. */
@DisplayName("签名的密钥")
@Execution(ExecutionMode.SAME_THREAD)
class SecretTests {

    @EnableConfigurationProperties(BookstoreProperties.class)
    static class OnlyTheProperties {
    }

    @Test
    @DisplayName("忘了写 PROVIDER_SECRET，启动失败")
    void forgotten() {
        assertThatThrownBy(() -> new SpringApplicationBuilder(OnlyTheProperties.class).web(WebApplicationType.NONE)
                .run().close()).rootCause().hasMessageContaining("provider.secret");
    }
}

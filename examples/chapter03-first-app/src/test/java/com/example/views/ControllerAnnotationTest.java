package com.example.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import com.example.book.HttpRequestFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@DisplayName("把 @RestController 写成 @Controller")
@ExtendWith(OutputCaptureExtension.class)
class ControllerAnnotationTest {

    @Test
    @DisplayName("/books 是 500（Circular view path），/hello 是 404：两个方法错得不一样")
    void whatIsReturnedBecomesAView(CapturedOutput output) {
        try (ConfigurableApplicationContext context = SpringApplication.run(ViewsApplication.class, "--server.port=0")) {
            HttpRequestFile.read("views.http", Map.of("host", "http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port"))).runAndCheck();
            assertThat(output).contains("Circular view path [books]").doesNotContain("Circular view path [你好");
        }
    }
}

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
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.view.InternalResourceView;

@DisplayName("把 @RestController 写成 @Controller")
@ExtendWith(OutputCaptureExtension.class)
class ControllerAnnotationTest {

    @Test
    @DisplayName("/books 是 500（Circular view path），/hello 是 404：两个方法错得不一样")
    void whatIsReturnedBecomesAView(CapturedOutput output) {
        try (ConfigurableApplicationContext context = SpringApplication.run(ViewsApplication.class,
                "--server.port=0", "--logging.level." + InternalResourceView.class.getName() + "=debug")) {
            int port = Integer.parseInt(context.getEnvironment().getProperty("local.server.port"));
            HttpRequestFile.read("views.http", Map.of("host", "http://localhost:" + port)).runAndCheck();
            assertThat(logged(output, port, "/books")).contains("View name [books]", "Circular view path [books]", "\tat ");
            assertThat(logged(output, port, "/hello")).contains("View name [你好，书店]")
                    .doesNotContain("Circular view path", "\tat ");
        }
    }

    /** What one request adds to the log; Tomcat logs before it answers. */
    private static String logged(CapturedOutput output, int port, String path) {
        int before = output.length();
        RestClient.create("http://localhost:" + port).get().uri(path)
                .exchange((request, response) -> response.getStatusCode());
        return output.toString().substring(before);
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.HttpRequestFile;
import com.example.bookstore.start.MisplacedApplication;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

@DisplayName("启动类放错包")
class MisplacedApplicationTest {

    @Test
    @DisplayName("不报错、能启动，但控制器没有被扫描到，请求是 404")
    void theControllerIsNotScanned() {
        try (ConfigurableApplicationContext context = start(MisplacedApplication.class)) {
            assertThat(context.getBeanNamesForType(BookController.class)).isEmpty();
            HttpRequestFile.read("misplaced.http", Map.of("host", "http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port"))).runAndCheck();
        }
    }

    @Test
    @DisplayName("放对了包：容器里才有控制器这个 Bean")
    void inTheRightPackageTheControllerIsABean() {
        try (ConfigurableApplicationContext right = start(BookstoreApplication.class);
                ConfigurableApplicationContext wrong = start(MisplacedApplication.class)) {
            assertThat(ownBeans(right)).contains("bookController");
            assertThat(ownBeans(wrong)).containsExactly("misplacedApplication");
        }
    }

    private static List<String> ownBeans(ConfigurableApplicationContext context) {
        return Stream.of(context.getBeanDefinitionNames())
                .filter(name -> String.valueOf(context.getType(name)).contains("com.example"))
                .toList();
    }

    private static ConfigurableApplicationContext start(Class<?> application) {
        return SpringApplication.run(application, "--server.port=0", "--spring.main.banner-mode=off");
    }
}

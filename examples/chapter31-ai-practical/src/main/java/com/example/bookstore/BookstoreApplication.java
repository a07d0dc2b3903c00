package com.example.bookstore;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import com.example.standin.StandIn;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;

@SpringBootApplication
@ConfigurationPropertiesScan
public class BookstoreApplication {

    /** 设了环境变量 OPENAI_API_KEY 就连真的服务，没有就在本机启动替身。 */
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(BookstoreApplication.class);
        String key = System.getenv("OPENAI_API_KEY");
        // 设成空的也算没有设
        if (key == null || key.isBlank()) {
            StandIn model = StandIn.start().pace(Duration.ofMillis(20));
            application.setDefaultProperties(Map.of(
                    "spring.ai.openai.base-url", model.baseUrl(),
                    "spring.ai.openai.api-key", "stand-in"));
            // 注册成 Bean，应用关闭时替身也关闭
            application.addInitializers(context -> ((GenericApplicationContext) context)
                    .registerBean(StandIn.class, () -> model));
            LoggerFactory.getLogger(BookstoreApplication.class)
                    .warn("没有 OPENAI_API_KEY，由本机的替身回答，它不是模型");
        }
        application.run(arguments);
    }

    @Bean
    Clock clock() {
        return Clock.systemDefaultZone();
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

// region sources
@SpringBootTest(classes = TestSourcesTest.Empty.class,
        args = { "--a=args", "--b=args", "--c=args", "--d=args", "--e=args" },
        properties = { "b=@SpringBootTest(properties)", "c=@SpringBootTest(properties)",
                "d=@SpringBootTest(properties)" })
@TestPropertySource(
        properties = { "d=@TestPropertySource(properties)",
                "e=@TestPropertySource(properties)",
                "f=@TestPropertySource(properties)" },
        locations = "classpath:test-source.properties")
@DisplayName("测试里的四种来源")
class TestSourcesTest {

    static class Empty {
    }

    @DynamicPropertySource
    static void dynamic(DynamicPropertyRegistry registry) {
        registry.add("c", () -> "@DynamicPropertySource");
        registry.add("e", () -> "@DynamicPropertySource");
    }
    // endregion sources

    @Autowired
    ConfigurableEnvironment environment;

    @Test
    @DisplayName("每对来源各争一个键")
    void whoWins() {
        List<String> winners = List.of("a", "b", "c", "d", "e", "f").stream()
                .map(key -> key + " = " + environment.getProperty(key)).toList();
        Recording.check("test-sources.txt", String.join("\n", winners));
        assertThat(winners).containsExactly(
                "a = args",
                "b = @SpringBootTest(properties)",
                "c = @DynamicPropertySource",
                "d = @TestPropertySource(properties)",
                "e = @DynamicPropertySource",
                "f = @TestPropertySource(properties)");
    }
}

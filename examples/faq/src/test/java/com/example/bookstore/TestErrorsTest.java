package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("测试报错：在测试里跑一个会失败的测试")
class TestErrorsTest {

    @Test
    @DisplayName("测试类的包及其上级包里没有启动类")
    void noSpringBootConfiguration() {
        Recording.check("no-spring-boot-configuration.txt",
                firstLine(failureOf(com.example.shop.WithoutApplication.class)).replaceFirst(" You can use .*", ""));
    }

    @SpringBootConfiguration
    static class Application {
    }

    @SpringBootTest(classes = Application.class)
    static class WithoutAutoConfigureMockMvc {

        @Autowired
        MockMvcTester mvc;

        @Test
        void contextLoads() {
        }
    }

    @Test
    @DisplayName("@SpringBootTest 没有带 @AutoConfigureMockMvc")
    void noMockMvc() {
        Throwable failure = failureOf(WithoutAutoConfigureMockMvc.class);
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        Recording.check("no-mock-mvc.txt", firstLine(failure));
    }

    static class WithoutExtension {

        WithoutExtension(String title) {
        }

        @Test
        void contextLoads() {
        }
    }

    @Test
    @DisplayName("测试类的构造器有参数，却没有谁来提供")
    void noParameterResolver() {
        Recording.check("no-parameter-resolver.txt",
                firstLine(failureOf(WithoutExtension.class)).replace("TestErrorsTest$", ""));
    }

    private static Throwable failureOf(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(testClass)).execute()
                .allEvents().failed().stream().findFirst()
                .flatMap(event -> event.getPayload(TestExecutionResult.class))
                .flatMap(TestExecutionResult::getThrowable)
                .orElseThrow(() -> new AssertionError("这个测试竟然没有失败"));
    }

    private static String firstLine(Throwable failure) {
        assertThat(failure.getMessage()).isNotBlank();
        return (failure.getClass().getName() + ": " + failure.getMessage()).lines().findFirst().orElseThrow();
    }
}

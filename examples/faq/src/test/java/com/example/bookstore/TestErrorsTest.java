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
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.RestController;

@DisplayName("测试报错：在测试里跑一个会失败的测试")
class TestErrorsTest {

    @Test
    @DisplayName("测试类的包及其上级包里没有启动类")
    void noSpringBootConfiguration() {
        Recording.check("no-spring-boot-configuration.txt",
                firstLine(failureOf(com.example.shop.WithoutApplication.class)).replaceFirst(" You can use .*", ""));
    }

    @Test
    @DisplayName("同一个包里有两个启动类；说要哪一个就好")
    void twoApplications() {
        Recording.check("two-applications.txt", firstLine(failureOf(com.example.twins.TwoApplications.class))
                .replaceAll("; scope=.*?; defined in file \\[[^]]*/com/", "; …; defined in file [/…/com/"));
        passes(com.example.twins.OneOfTwo.class);
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

    static class BookService {
    }

    @RestController
    static class BookController {

        BookController(BookService books) {
        }
    }

    @WebMvcTest(BookController.class)
    @ContextConfiguration(classes = { Application.class, BookController.class })
    static class BookControllerTest {

        @Test
        void contextLoads() {
        }
    }

    static class MendedBookControllerTest extends BookControllerTest {

        @MockitoBean
        BookService books;
    }

    @Test
    @DisplayName("@WebMvcTest 不扫描服务；给一个替身就好")
    void contextNotLoaded() {
        Throwable failure = failureOf(BookControllerTest.class);
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        Recording.check("context-not-loaded.txt", (firstLine(failure).replaceFirst("(?s)@\\w+ testClass = ([^,]*),.*",
                "@… testClass = $1, …]") + "\n…\nCaused by: " + firstLine(root)).replace("TestErrorsTest$", "")
                .replace("TestErrorsTest.", ""));
        passes(MendedBookControllerTest.class);
    }

    private static void passes(Class<?> testClass) {
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(testClass)).execute()
                .testEvents().assertStatistics(statistics -> statistics.succeeded(1).failed(0));
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

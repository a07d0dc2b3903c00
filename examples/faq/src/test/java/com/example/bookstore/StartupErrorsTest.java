package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@DisplayName("启动报错")
@ExtendWith(OutputCaptureExtension.class)
class StartupErrorsTest {

    private static final String NO_DATABASE =
            "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {
    }

    interface BookRepository {
    }

    static class BookService {

        BookService(BookRepository books) {
        }
    }

    @Import(BookService.class)
    static class MissingBean extends Application {
    }

    @Test
    @DisplayName("构造器要的 Bean 没有注册")
    void missingBean(CapturedOutput output) {
        fails(MissingBean.class);
        // The one that everybody meets, and pastes whole.
        Recording.check("missing-bean.txt", output.getOut().substring(output.getOut().indexOf("Description:"))
                .replace("StartupErrorsTest$", ""));
    }

    @Import(BookService.class)
    static class TwoBeans extends Application {

        @Bean
        BookRepository paperBooks() {
            return new BookRepository() {
            };
        }

        @Bean
        BookRepository electronicBooks() {
            return new BookRepository() {
            };
        }
    }

    @Test
    @DisplayName("同类型的 Bean 有两个，不知道注入哪个")
    void twoBeans(CapturedOutput output) {
        fails(TwoBeans.class);
        checkAnalysis("two-beans.txt", output);
    }

    static class OrderService {

        OrderService(CustomerService customers) {
        }
    }

    static class CustomerService {

        CustomerService(OrderService orders) {
        }
    }

    @Import({ OrderService.class, CustomerService.class })
    static class Cycle extends Application {
    }

    @Test
    @DisplayName("循环依赖")
    void cycle(CapturedOutput output) {
        fails(Cycle.class);
        checkAnalysis("cycle.txt", output);
    }

    @Configuration
    static class FirstClock {

        @Bean
        String openingHours() {
            return "9:00";
        }
    }

    @Configuration
    static class SecondClock {

        @Bean
        String openingHours() {
            return "10:00";
        }
    }

    @Import({ FirstClock.class, SecondClock.class })
    static class SameName extends Application {
    }

    @Test
    @DisplayName("两个 Bean 重名")
    void sameName(CapturedOutput output) {
        fails(SameName.class);
        checkAnalysis("same-bean-name.txt", output);
    }

    @Configuration
    @ComponentScan("com.example.shop")
    static class SameClassName {
    }

    @Configuration
    @ComponentScan(basePackages = "com.example.shop", nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
    static class SameClassNameWithPackage {
    }

    @Test
    @DisplayName("两个包里有同名的组件类；名字带上包名就好")
    void sameClassName() {
        Throwable failure = catchThrowable(() -> new AnnotationConfigApplicationContext(SameClassName.class).close());
        Recording.check("same-class-name.txt", message(rootCause(failure)));
        try (var context = new AnnotationConfigApplicationContext(SameClassNameWithPackage.class)) {
            assertThat(context.getBeanNamesForType(Object.class)).contains("com.example.shop.catalog.PriceService",
                    "com.example.shop.order.PriceService");
        }
    }

    @RestController
    static class BookController {

        @GetMapping("/books")
        String books() {
            return "";
        }

        @GetMapping("/books")
        String allBooks() {
            return "";
        }
    }

    @Import(BookController.class)
    static class AmbiguousMapping extends Application {
    }

    @Test
    @DisplayName("两个方法映射到同一路径")
    void ambiguousMapping() {
        String message = message(rootCause(fails(AmbiguousMapping.class)));
        Recording.check("ambiguous-mapping.txt", message.indexOf("#allBooks()") < message.indexOf("#books()")
                ? message : exchanged(message, "#allBooks()", "#books()"));
    }

    /** Java does not say in which order a class lists its methods: now one, now the other comes first. */
    private static String exchanged(String text, String one, String other) {
        return text.replace(one, "\0").replace(other, one).replace("\0", other);
    }

    @Test
    @DisplayName("端口写成了文字")
    void portIsNoNumber(CapturedOutput output) {
        fails(Application.class, "--server.port=8o80");
        checkAnalysis("port-not-a-number.txt", output);
    }

    @Test
    @DisplayName("YAML 里同一个键写了两次")
    void duplicateYamlKey(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), "server:\n  port: 8081\nserver:\n  port: 8082\n");
        Recording.check("yaml-duplicate-key.txt", message(rootCause(failsWithConfiguration(folder))));
    }

    @Test
    @DisplayName("YAML 冒号后少了空格，下一行又缩进")
    void yamlColonWithoutSpace(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), "spring:\n  application:bookstore\n  name: x\n");
        Recording.check("yaml-colon.txt", message(rootCause(failsWithConfiguration(folder))));
    }

    @Test
    @DisplayName("YAML 缩进多了，值里有冒号加空格，也是同一句")
    void yamlColonElsewhere(@TempDir Path folder) throws IOException {
        for (String broken : List.of("server:\n  port: 8081\n    address: localhost\n",
                "spring.application.name: book: store\n")) {
            Files.writeString(folder.resolve("application.yaml"), broken);
            assertThat(message(rootCause(failsWithConfiguration(folder)))).contains("mapping values are not allowed here");
        }
        String mended = "server:\n  port: 8081\n  address: localhost\nspring.application.name: 'book: store'\n";
        assertThat(new YamlPropertySourceLoader().load("mended", new ByteArrayResource(mended.getBytes()))).hasSize(1);
    }

    @Test
    @DisplayName("YAML 用 Tab 缩进")
    void yamlTab(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), "server:\n\tport: 8081\n");
        Recording.check("yaml-tab.txt", message(rootCause(failsWithConfiguration(folder))));
    }

    static class Unannotated {
    }

    @Test
    @DisplayName("启动类忘了 @SpringBootApplication")
    void missingAnnotation(CapturedOutput output) {
        fails(Unannotated.class);
        checkAnalysis("missing-annotation.txt", output);
    }

    @Test
    @DisplayName("有 JDBC 依赖却没有配置数据库")
    void noDataSource(CapturedOutput output) {
        failsWith(Application.class, List.of());
        checkAnalysis("no-datasource-url.txt", output);
    }

    @Test
    @DisplayName("配置了 MySQL 的地址，却没有驱动")
    void noDriver() {
        Throwable failure = failsWith(DataSourceUser.class,
                List.of("--spring.datasource.url=jdbc:mysql://localhost:3306/bookstore"));
        List<String> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            causes.add("Caused by: " + cause);
        }
        Recording.check("no-driver.txt", String.join("\n", causes.subList(causes.size() - 3, causes.size())));
    }

    static class DataSourceUser extends Application {

        @Bean
        String catalog(javax.sql.DataSource dataSource) {
            return "";
        }
    }

    private static Throwable failsWithConfiguration(Path folder) {
        return fails(Application.class, "--spring.config.additional-location=" + folder.toUri());
    }

    private static Throwable fails(Class<?> application, String... arguments) {
        List<String> all = new ArrayList<>(List.of(NO_DATABASE));
        all.addAll(List.of(arguments));
        return failsWith(application, all);
    }

    private static Throwable failsWith(Class<?> application, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--server.port"))) {
            all.add("--server.port=0");
        }
        Throwable failure = catchThrowable(() -> {
            try (ConfigurableApplicationContext context =
                    SpringApplication.run(application, all.toArray(String[]::new))) {
                assertThat(context.isActive()).as("竟然启动成功了").isFalse();
            }
        });
        assertThat(failure).isNotNull().isNotInstanceOf(AssertionError.class);
        return failure;
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static String message(Throwable throwable) {
        return throwable.toString().replace("StartupErrorsTest$", "");
    }

    /** What Boot says of the failure instead of a stack trace; nested class names as a reader's own. */
    private static void checkAnalysis(String name, CapturedOutput output) {
        String text = output.getOut();
        assertThat(text).contains("APPLICATION FAILED TO START").contains("Action:");
        Recording.check(name, text.substring(text.indexOf("Description:") + "Description:".length(), text.indexOf("Action:"))
                .replace("StartupErrorsTest$", "")
                // A guess that Boot adds; it is not the cause here.
                .replace("This may be due to missing parameter name information", ""));
    }
}

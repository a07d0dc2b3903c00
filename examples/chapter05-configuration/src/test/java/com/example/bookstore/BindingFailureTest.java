package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.probe.SloganConfiguration;
import com.example.probe.WithoutScanConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@DisplayName("配置写错时，启动失败的报告")
@ExtendWith(OutputCaptureExtension.class)
class BindingFailureTest {

    /** 启动必须失败；返回从 APPLICATION FAILED TO START 开始的报告。 */
    private static String failure(CapturedOutput output, Class<?> application, String... arguments) {
        Throwable thrown = catchThrowable(
                () -> new SpringApplicationBuilder(application).run(arguments).close());
        assertThat(thrown).as("启动竟然成功了").isNotNull();
        int start = output.toString().indexOf("***************************");
        assertThat(start).as("没有 FailureAnalysis：" + thrown).isNotNegative();
        return output.toString().substring(start);
    }

    /** 校验的各处出错没有固定的顺序，按键名排好才能比较。 */
    private static String sorted(String report) {
        List<String> blocks = new ArrayList<>(List.of(report.split("\n\n+")));
        List<String> properties = blocks.stream().filter(block -> block.startsWith("    Property:"))
                .sorted().toList();
        int first = IntStream.range(0, blocks.size())
                .filter(index -> blocks.get(index).startsWith("    Property:")).findFirst().orElseThrow();
        blocks.removeAll(properties);
        blocks.addAll(first, properties);
        return String.join("\n\n", blocks);
    }

    private static String failure(CapturedOutput output, String file) {
        return failure(output, BookstoreApplication.class,
                "--spring.config.additional-location=classpath:failures/" + file);
    }

    @Test
    @DisplayName("Duration 写成了中文")
    void duration(CapturedOutput output) {
        String report = failure(output, "duration.yml");
        assertThat(report).contains("Failed to bind properties under 'bookstore.shipping.pay-within'");
        Recording.check("fail-duration.txt", report);
    }

    @Test
    @DisplayName("读者自己的文件，用 additional-location 接进来：Origin 是它的行与列")
    void aFileOfYourOwn(CapturedOutput output, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yml"),
                "bookstore:\n  shipping:\n    pay-within: 半小时\n");
        assertThat(failure(output, BookstoreApplication.class,
                "--spring.config.additional-location=" + file.toUri()))
                .containsPattern("Origin: .*bad\\.yml] - 3:17");
    }

    @Test
    @DisplayName("枚举里没有的值")
    void enumeration(CapturedOutput output) {
        Recording.check("fail-enum.txt", failure(output, "enum.yml"));
    }

    @Test
    @DisplayName("校验不通过：列出每一处")
    void validation(CapturedOutput output) {
        String report = failure(output, "validation.yml");
        assertThat(report).contains("bookstore.name", "bookstore.shipping.freeFrom", "bookstore.warehouses[0].city");
        Recording.check("fail-validation.txt", sorted(report));
    }

    @Test
    @DisplayName("负的时限、负的大小：启动失败")
    void negative(CapturedOutput output) {
        assertThat(failure(output, BookstoreApplication.class, "--bookstore.shipping.pay-within=-45m"))
                .contains("Property: bookstore.shipping.payWithin", "Value: \"PT-45M\"");
        assertThat(failure(output, BookstoreApplication.class, "--bookstore.cover.max-size=-5MB"))
                .contains("bookstore.cover", "max-size 要大于零");
    }

    @Test
    @DisplayName("构造器抛了异常：轮不到校验，空着的店名不在报告里")
    void theConstructorComesBeforeTheConstraints(CapturedOutput output) {
        assertThat(failure(output, BookstoreApplication.class, "--bookstore.cover.max-size=-5MB", "--bookstore.name="))
                .contains("bookstore.cover", "max-size 要大于零").doesNotContain("bookstore.name");
    }

    @Test
    @DisplayName("键写错了一个字母")
    void unknownKey(CapturedOutput output) {
        String report = failure(output, "unknown.yml");
        assertThat(report).contains("bookstore.shipping.pay-withn", "were left unbound");
        Recording.check("fail-unknown.txt", report);
    }

    @Test
    @DisplayName("严格的 record：空着的环境变量也让启动失败，报告指着的是文件里被盖住的那一行；map 不受影响")
    void anEmptyVariable(CapturedOutput output) {
        assertThat(catchThrowable(() -> startWithEmpty("BOOKSTORE_SHIPPING_PAYWITHIN").close())).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", "Property: bookstore.shipping.pay-within",
                "Value: \"45m\"", "Origin: class path resource [application.yml]", "were left unbound");
        assertThat(catchThrowable(() -> startWithEmpty("BOOKSTORE_WAREHOUSES").close())).isNotNull();
        assertThat(output).contains("Property: bookstore.warehouses[0].name", "Value: \"东仓\"");
        try (var context = startWithEmpty("BOOKSTORE_LABELS")) {
            assertThat(context.getBean(BookstoreProperties.class).labels()).containsOnlyKeys("new", "sale");
        }
    }

    private static ConfigurableApplicationContext startWithEmpty(String variable) {
        return new SpringApplicationBuilder(BookstoreApplication.class)
                .initializers(context -> context.getEnvironment().getPropertySources()
                        .replace("systemEnvironment", new SystemEnvironmentPropertySource("systemEnvironment",
                                Map.of(variable, ""))))
                .run();
    }

    @Test
    @DisplayName("只覆盖列表的第二项")
    void listIndex(CapturedOutput output) {
        Recording.check("fail-list-index.txt", failure(output, "list.properties"));
    }

    @Test
    @DisplayName("导入的文件不存在")
    void missingImport(CapturedOutput output) {
        Recording.check("fail-import.txt", failure(output, BookstoreApplication.class,
                "--spring.config.import=file:./shop.yml"));
    }

    @Test
    @DisplayName("没有扩展名，又没有提示")
    void missingExtension(CapturedOutput output) {
        Throwable thrown = catchThrowable(() -> new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.config.import=file:./secrets/shop").close());
        assertThat(thrown).isInstanceOf(IllegalStateException.class);
        Recording.check("fail-extension.txt", thrown + "\nCaused by: " + thrown.getCause());
    }

    @Test
    @DisplayName("在 Profile 专用的文件里激活 Profile")
    void profileInProfile() {
        Throwable thrown = catchThrowable(() -> new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.config.location=classpath:bad-profile/", "--spring.profiles.active=prod").close());
        assertThat(thrown).hasMessageContaining("is invalid in a profile specific resource");
        Recording.check("fail-profile.txt", thrown.getClass().getName() + ": " + thrown.getMessage());
    }

    @Test
    @DisplayName("@Value 的占位符没有值")
    void placeholder(CapturedOutput output) {
        Throwable thrown = catchThrowable(
                () -> new SpringApplicationBuilder(SloganConfiguration.class).run().close());
        while (thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        assertThat(thrown).hasMessageContaining("Could not resolve placeholder 'bookstore.slogan'");
        Recording.check("fail-placeholder.txt", thrown.getClass().getName() + ": " + thrown.getMessage());
    }

    @Test
    @DisplayName("忘了 @ConfigurationPropertiesScan")
    void withoutScan(CapturedOutput output) {
        Recording.check("fail-scan.txt", failure(output, WithoutScanConfiguration.class));
    }

    @Test
    @DisplayName("YAML 里有制表符")
    void tab() {
        Throwable thrown = catchThrowable(() -> new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.config.additional-location=classpath:failures/tab.yml").close());
        while (thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        Recording.check("fail-tab.txt", thrown.getClass().getName() + ": " + thrown.getMessage());
    }

    @Test
    @DisplayName("同一个键写了两遍")
    void duplicate() {
        Throwable thrown = catchThrowable(() -> new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.config.additional-location=classpath:failures/duplicate.yml").close());
        while (thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        Recording.check("fail-duplicate.txt", thrown.getClass().getName() + ": " + thrown.getMessage());
    }
}

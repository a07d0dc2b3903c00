package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.Recording;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.util.ClassUtils;

@DisplayName("启动类所在的包决定了什么")
@ExtendWith(OutputCaptureExtension.class)
class ScanTest {

    private static final String BOTH = "{\"com.example.shop\", \"com.example.warehouse\"}";

    /** What is written on the main class, in {@code com.example.shop}. */
    private record Variant(String name, String annotations) {
    }

    private static final List<Variant> VARIANTS = List.of(
            new Variant("@SpringBootApplication", "@SpringBootApplication"),
            new Variant("+ scanBasePackages = {书店, 仓库}",
                    "@SpringBootApplication(scanBasePackages = " + BOTH + ")"),
            new Variant("  … + @EnableJpaRepositories(仓库)",
                    "@SpringBootApplication(scanBasePackages = " + BOTH + ")\n"
                            + "@EnableJpaRepositories(\"com.example.warehouse\")"),
            new Variant("  … + @EnableJpaRepositories({书店, 仓库})",
                    "@SpringBootApplication(scanBasePackages = " + BOTH + ")\n"
                            + "@EnableJpaRepositories(" + BOTH + ")"),
            new Variant("      … + @EntityScan(仓库)",
                    "@SpringBootApplication(scanBasePackages = " + BOTH + ")\n"
                            + "@EnableJpaRepositories(" + BOTH + ")\n"
                            + "@EntityScan(\"com.example.warehouse\")"),
            new Variant("      … + @EntityScan({书店, 仓库})",
                    "@SpringBootApplication(scanBasePackages = " + BOTH + ")\n"
                            + "@EnableJpaRepositories(" + BOTH + ")\n@EntityScan(" + BOTH + ")"),
            new Variant("+ @Import(Warehouse.class)",
                    "@SpringBootApplication\n@Import(com.example.warehouse.Warehouse.class)"));

    private static Class<?> mainClass(int variant) {
        return SourceCompiler.load("scan-" + variant, "com.example.shop.ShopApplication", """
                package com.example.shop;

                import org.springframework.boot.autoconfigure.SpringBootApplication;
                import org.springframework.boot.persistence.autoconfigure.EntityScan;
                import org.springframework.context.annotation.Import;
                import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

                %s
                public class ShopApplication {
                }
                """.formatted(VARIANTS.get(variant).annotations()));
    }

    private static ConfigurableApplicationContext start(Class<?> main, String... arguments) {
        ClassLoader before = ClassUtils.overrideThreadContextClassLoader(main.getClassLoader());
        try {
            return new SpringApplicationBuilder(main)
                    .resourceLoader(new DefaultResourceLoader(main.getClassLoader()))
                    .run(Stream.concat(Stream.of("--server.port=0", "--spring.main.banner-mode=off",
                            "--spring.datasource.generate-unique-name=true"), Stream.of(arguments))
                            .toArray(String[]::new));
        }
        finally {
            ClassUtils.overrideThreadContextClassLoader(before);
        }
    }

    private static String result(int variant) {
        try (ConfigurableApplicationContext context = start(mainClass(variant))) {
            return "组件 %s；仓储 %s；实体 %s；自动配置的包 %s".formatted(
                    present(context, "cartService", "stockService"),
                    present(context, "cartRepository", "stockRepository"),
                    context.getBean(EntityManagerFactory.class).getMetamodel().getEntities().stream()
                            .map(entity -> owner(entity.getName().toLowerCase()))
                            .sorted().collect(Collectors.joining("+")),
                    AutoConfigurationPackages.get(context).stream()
                            .map(name -> owner(name.substring("com.example.".length())))
                            .sorted().collect(Collectors.joining("+")));
        }
        catch (RuntimeException ex) {
            return "启动失败：" + rootCause(ex).getMessage().lines().findFirst().orElseThrow()
                    .replaceAll("No qualifying bean of type '([\\w.]+)'.*", "没有 $1 这个 Bean")
                    .replace("com.example.", "");
        }
    }

    private static String present(ConfigurableApplicationContext context, String... names) {
        return Stream.of(names).filter(context::containsBean).map(ScanTest::owner)
                .collect(Collectors.joining("+"));
    }

    private static String owner(String name) {
        return name.startsWith("cart") || name.startsWith("shop") ? "书店" : "仓库";
    }

    private static Throwable rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    @Test
    @DisplayName("七种写法各找到了哪些组件、仓储和实体")
    void whatEachSpellingFinds() {
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < VARIANTS.size(); i++) {
            table.append(VARIANTS.get(i).name()).append("\n    ").append(result(i)).append('\n');
        }
        Recording.check("scan-table.txt", table.toString());
    }

    @Test
    @DisplayName("只写 scanBasePackages：组件找到了，它要的仓储没有")
    void scanBasePackagesLeavesRepositoriesOut(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(mainClass(1)).close())).isNotNull();
        String report = output.toString().substring(output.toString().indexOf("*****"));
        assertThat(report).contains("required a bean of type 'com.example.warehouse.StockRepository'");
        Recording.check("scan-repository.txt", report);
    }

    @Test
    @DisplayName("只补 @EnableJpaRepositories，没有 @EntityScan：Not a managed type")
    void entitiesAreLookedForElsewhere() {
        Throwable thrown = catchThrowable(() -> start(mainClass(3)).close());
        assertThat(rootCause(thrown)).hasMessageContaining("Not a managed type");
        Recording.check("scan-entity.txt", "Caused by: " + rootCause(thrown));
    }

    @Test
    @DisplayName("启动类不写 package：扫描整个类路径，启动失败")
    void theDefaultPackage(CapturedOutput output) throws IOException {
        Class<?> main = SourceCompiler.load("no-package", "NoPackageApplication",
                Files.readString(Recording.module().resolve("failures/NoPackageApplication.java")));
        Throwable thrown = catchThrowable(() -> start(main).close());
        assertThat(thrown).isNotNull();
        assertThat(output).contains("** WARNING ** : Your ApplicationContext is unlikely to start");
        Recording.check("scan-no-package.txt", output.toString().lines()
                .filter(line -> line.contains("** WARNING **"))
                .map(line -> line.replaceFirst("^.*?(?=\\*\\* WARNING)", "WARN … "))
                .collect(Collectors.joining("\n")) + "\nCaused by: " + rootCause(thrown).getClass().getName());
    }
}

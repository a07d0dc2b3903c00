package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.probe.missing.MethodConditionConfiguration;
import com.example.probe.missing.MissingApplication;
import com.github.benmanes.caffeine.cache.Cache;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@DisplayName("条件写在 @Bean 方法上，返回类型却不在类路径上")
class MissingReturnTypeTest {

    @Test
    @DisplayName("FilteredClassLoader 的测试是绿的")
    void filteredClassLoaderSeesNothing() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MethodConditionConfiguration.class))
                .withClassLoader(new FilteredClassLoader(Cache.class))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasBean("slogan");
                    assertThat(context).doesNotHaveBean("shippingFees");
                });
    }

    /** 在另一个进程里运行，类路径上真的没有 Caffeine。 */
    private static ConsoleRun runWithoutCaffeine(String variant, String... jvmOptions) {
        String separator = System.getProperty("path.separator");
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(Pattern.quote(separator)))
                .filter(entry -> !entry.contains("caffeine"))
                .collect(Collectors.joining(separator));
        List<String> arguments = new ArrayList<>(List.of(jvmOptions));
        arguments.addAll(List.of("-cp", classPath, MissingApplication.class.getName(), variant));
        return ConsoleRun.run(MavenProject.javaCommand("zh", arguments.toArray(String[]::new)),
                Recording.module(), null, Map.of());
    }

    @Test
    @DisplayName("真的没有那个 jar：启动失败")
    void reallyMissing() {
        ConsoleRun run = runWithoutCaffeine("method");
        assertThat(run.exitCode()).as(run.output()).isNotZero();
        assertThat(run.output()).contains("NoClassDefFoundError: com/github/benmanes/caffeine/cache/Cache");
        assertThat(run.output()).as("还没有开始创建任何 Bean").doesNotContain("Error creating bean")
                .contains("getBeanNamesForType");
        Recording.check("fail-missing-return-type.txt", run.output().lines()
                .filter(line -> line.matches("(Caused by: )?[\\w.]+(Exception|Error): .*"))
                .collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("条件写在嵌套的配置类上：启动成功，只少那一个 Bean，嵌套的类没有被加载")
    void nestedIsSafe() {
        ConsoleRun run = runWithoutCaffeine("nested", "-Xlog:class+load");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("slogan = 满 59 元免运费，有 shippingFees：false")
                .contains("NestedConditionConfiguration source:")
                .doesNotContain("NestedConditionConfiguration$CacheConfiguration");
    }
}

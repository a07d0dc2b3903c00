package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

@DisplayName("运行书店，看每一项取了什么值")
@ExtendWith(OutputCaptureExtension.class)
class RunTest {

    private static void start(String... arguments) {
        new SpringApplicationBuilder(BookstoreApplication.class).run(arguments).close();
    }

    private static String lines(CharSequence output, String pattern) {
        return output.toString().lines().filter(line -> line.matches(pattern))
                .collect(Collectors.joining("\n"));
    }

    @Test
    @DisplayName("只有 application.yml")
    void plain(CapturedOutput output) {
        start();
        String printed = lines(output, "[a-z-]+ *= .*");
        // Hibernate Validator 9 警告写在容器上的 @Valid：要写在元素的类型上。
        assertThat(output).doesNotContain("HV000271");
        assertThat(printed).contains("pay-within = PT45M", "max-size   = 5242880B", "format     = WEBP");
        Recording.check("run.txt", printed);
    }

    @Test
    @DisplayName("激活 prod：分组带上 mysql 和 quiet，启动日志因此一行也没有")
    void prod() {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.profiles.active=prod")) {
            assertThat(context.getEnvironment().getActiveProfiles()).containsExactly("prod", "mysql", "quiet");
        }
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class, "--spring.profiles.active=prod");
        assertThat(run.output()).startsWith("name ");
        Recording.check("profiles.txt", run.output());
    }

    @Test
    @DisplayName("--explain 也认驼峰的键；打印的是来源里的原文，占位符不展开；列表的元素也逐个键比")
    void explainRaw(CapturedOutput output) {
        start("--bookstore.name=${user.country:书店}", "--explain=bookstore.shipping.payWithin",
                "--explain=bookstore.name");
        assertThat(output).contains("√ 45m  ← class path resource [application.yml]")
                .contains("√ ${user.country:书店}  ← ");
        // 逐个键比：列表整个换掉了，里面的元素照样打勾。
        start("--bookstore.languages[0]=ja", "--explain=bookstore.languages[1]");
        assertThat(output).contains("languages  = [ja]")
                .contains("√ en  ← class path resource [application.yml]");
    }

    @Test
    @DisplayName("真的环境变量、命令行与文件：--explain 说出谁赢、压住了谁")
    void explain() {
        ConsoleRun run = explain("BOOKSTORE_SHIPPING_PAYWITHIN", "--spring.profiles.active=prod",
                "--bookstore.shipping.pay-within=5m", "--explain=bookstore.shipping.pay-within");
        assertThat(run.output()).contains("pay-within = PT5M");
        String explained = run.output().lines()
                .dropWhile(line -> !line.startsWith("bookstore.shipping.pay-within"))
                .collect(Collectors.joining("\n"));
        // 中文 Windows 的终端用 GBK，里面没有的字打印成问号，输赢就分不清了。
        assertThat(Charset.forName("GBK").newEncoder().canEncode(explained)).isTrue();
        Recording.check("explain.txt", explained);
    }

    /** 在另一个进程里运行书店，这个环境变量设成 10m。 */
    private static ConsoleRun explain(String variable, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8",
                "-cp", System.getProperty("java.class.path"), BookstoreApplication.class.getName(),
                "--spring.devtools.restart.enabled=false"));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null,
                Map.of(variable, "10m", "LC_ALL", "C.UTF-8"));
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run;
    }

    @Test
    @DisplayName("键写成驼峰，短横线换成下划线的环境变量也认得出是赢家")
    void explainCamelCase() {
        ConsoleRun run = explain("BOOKSTORE_SHIPPING_PAY_WITHIN", "--explain=bookstore.shipping.payWithin");
        assertThat(run.output()).contains("pay-within = PT10M",
                "√ 10m  ← System Environment Property \"BOOKSTORE_SHIPPING_PAY_WITHIN\"",
                "× 45m  ← class path resource [application.yml]");
    }

    @Test
    @DisplayName("Actuator 的 env 端点照键的原样去问每个来源：删掉短横线的环境变量赢了，它却说是文件")
    void actuatorMissesTheVariable() {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class)
                .initializers(started -> started.getEnvironment().getPropertySources().replace("systemEnvironment",
                        new SystemEnvironmentPropertySource("systemEnvironment",
                                Map.of("BOOKSTORE_SHIPPING_PAYWITHIN", "10m"))))
                .run()) {
            assertThat(context.getBean(BookstoreProperties.class).shipping().payWithin())
                    .isEqualTo(Duration.ofMinutes(10));
            var entry = new EnvironmentEndpoint(context.getEnvironment(), List.of(), Show.ALWAYS)
                    .environmentEntry("bookstore.shipping.pay-within");
            assertThat(entry.getProperty().getValue()).isEqualTo("45m");
            assertThat(entry.getProperty().getSource()).contains("application.yml");
            assertThat(entry.getPropertySources()).filteredOn(source -> source.getProperty() != null).hasSize(1);
        }
    }

    @Test
    @DisplayName("容器里常常没有 LANG，Java 以为终端只认 ASCII：输赢照样分得清")
    void explainWhereTheTerminalKnowsOnlyAscii() {
        List<String> command = ConsoleRun.javaCommand(BookstoreApplication.class,
                "--bookstore.shipping.pay-within=5m", "--explain=bookstore.shipping.pay-within");
        command.replaceAll(part -> part.replace("stdout.encoding=UTF-8", "stdout.encoding=US-ASCII"));
        assertThat(ConsoleRun.run(command, Recording.module(), null, Map.of("LC_ALL", "C")).output())
                .contains("√ 5m  ← ", "× 45m  ← ");
    }

    @Test
    @DisplayName("没有来源写了这个键、漏了等号，都说一声，不是什么也不打印")
    void explainNothing(CapturedOutput output) {
        start("--explain=bookstore.cover.format");
        assertThat(output.getOut().lines()).containsSequence("bookstore.cover.format",
                "  没有来源写了这个键；要写键，不写环境变量的名字；列表要写下标，如 languages[0]");
        start("--explain", "bookstore.name");
        assertThat(output).contains("写成 --explain=键，中间是等号");
    }

    @Test
    @DisplayName("问的是环境变量的名字：变量明明设了、也生效了，--explain 找不到，提示要写键")
    void explainAVariable() {
        ConsoleRun run = explain("BOOKSTORE_SHIPPING_PAYWITHIN", "--explain=BOOKSTORE_SHIPPING_PAYWITHIN");
        assertThat(run.output()).contains("pay-within = PT10M",
                "没有来源写了这个键；要写键，不写环境变量的名字").doesNotContain("√");
    }

    @Test
    @DisplayName("用 java -jar 运行，出处里还写着是哪个 jar")
    void originInAJar(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("shop.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("shop.properties"));
            out.write("bookstore.name=jar".getBytes(StandardCharsets.UTF_8));
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] { jar.toUri().toURL() })) {
            var source = new PropertiesPropertySourceLoader()
                    .load("shop", new ClassPathResource("shop.properties", loader)).getFirst();
            assertThat(OriginLookup.getOrigin(source, "bookstore.name"))
                    .hasToString("class path resource [shop.properties] from shop.jar - 1:16");
        }
    }
}

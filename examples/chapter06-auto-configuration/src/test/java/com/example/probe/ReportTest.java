package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.WhyReport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("条件评估报告")
class ReportTest {

    @Test
    @DisplayName("--debug 打印的报告里，与运费有关的部分")
    void debug() {
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class, "--debug",
                "--spring.autoconfigure.exclude="
                        + "org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration");
        assertThat(run.exitCode()).as(run.output()).isZero();
        String excerpt = excerpt(run.output());
        assertThat(excerpt).contains("Positive matches:", "Negative matches:", "Exclusions:",
                "Unconditional classes:", "@ConditionalOnBooleanProperty (shipping.enabled=true) matched",
                "TaskSchedulingAutoConfiguration");
        Recording.check("condition-report.txt", excerpt);
    }

    /** 四个标题，以及与运费、任务有关的块；块以三格缩进的名字开头，到空行为止。 */
    private static String excerpt(String output) {
        List<String> kept = new ArrayList<>();
        boolean started = false;
        boolean block = false;
        boolean list = false;
        List<String> lines = output.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            started = started || line.equals("CONDITIONS EVALUATION REPORT");
            if (!started) {
                continue;
            }
            boolean title = line.matches("(Positive matches|Negative matches|Exclusions|Unconditional classes):");
            if (title) {
                list = line.startsWith("Excl") || line.startsWith("Uncond");
                kept.addAll(List.of(line, "-".repeat(line.length()), ""));
                block = false;
            }
            else if (line.matches(list ? " {4}\\S.*" : " {3}\\S.*")) {
                block = list || line.matches(" {3}(Shipping|AopAuto|JmxAuto|TaskScheduling).*");
                if (block) {
                    kept.add(line);
                }
            }
            else if (line.isBlank()) {
                if (block) {
                    kept.add("");
                }
                block = false;
            }
            else if (block) {
                kept.add(line);
            }
            if (list && !title && line.startsWith("20")) {
                break;
            }
        }
        return String.join("\n", kept);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("--why=名字 只打印与它有关的部分")
    void why(CapturedOutput output) {
        SpringApplication.run(BookstoreApplication.class, "--why=Shipping", "--why=DataSource").close();
        String why = output.getOut().lines()
                .filter(line -> line.matches("(    )?[√×] .*|报告里没有.*"))
                .collect(Collectors.joining("\n"));
        // 中文 Windows 的终端用 GBK，里面没有的字打印成问号，满足与不满足就分不清了。
        assertThat(Charset.forName("GBK").newEncoder().canEncode(why + "×")).isTrue();
        Recording.check("why.txt", why);
        // 大小写写得不一样，问到的还是它；漏了等号，它说怎样写，不是什么也不打印。
        assertThat(printed(output, "--why=shippingautoconfiguration")).contains(
                "√ ShippingAutoConfiguration", "√ ShippingAutoConfiguration#shippingCalculator");
        assertThat(printed(output, "--why", "Shipping")).contains("写成 --why=名字，中间是等号");
        assertThat(printed(output, "--why=")).contains("写成 --why=名字，中间是等号");
        // --debug 的报告把嵌套的类写成 Outer.Inner，照抄过来也问得到。
        assertThat(printed(output, "--why=ShippingAutoConfiguration.CacheConfiguration")).contains(
                "√ ShippingAutoConfiguration$CacheConfiguration");
        // 书架是自己写的，没有条件：它在容器里，却不在报告里。
        assertThat(printed(output, "--why=Shelf")).contains("书架 | 构造器",
                "报告里没有 Shelf：没有叫这个名字的候选（方法要用类名问）");
    }

    @Test
    @DisplayName("终端的编码里没有勾叉：满足与不满足还分得清")
    void withoutTheSigns() {
        List<String> command = new ArrayList<>(
                ConsoleRun.javaCommand(BookstoreApplication.class, "--why=ShippingAuto", "--why=JmxAuto"));
        command.replaceAll(each -> each.startsWith("-Dstdout.encoding=") ? "-Dstdout.encoding=US-ASCII" : each);
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output().lines()).contains("+ ShippingAutoConfiguration", "- JmxAutoConfiguration");
    }

    @Configuration(proxyBeanMethods = false)
    static class BrokenRunner {

        record Broken() implements ApplicationRunner {

            @Override
            public void run(ApplicationArguments arguments) {
                throw new IllegalStateException("仓库没有开门");
            }
        }

        @Bean
        ApplicationRunner broken() {
            return new Broken();
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("别的 runner 抛异常：--why 每次都先打印，不看运气")
    void beforeOtherRunners(CapturedOutput output) {
        // 没有 @Order 时每次像抛一枚硬币，连着十二次都先轮到它的机会可以不管。
        for (int i = 0; i < 12; i++) {
            int before = output.getOut().length();
            assertThat(catchThrowable(() -> new SpringApplicationBuilder(BrokenRunner.class, WhyReport.class)
                    .web(WebApplicationType.NONE).run("--why=Shipping"))).isNotNull();
            assertThat(output.getOut().substring(before)).contains("报告里没有 Shipping");
        }
    }

    private static List<String> printed(CapturedOutput output, String... arguments) {
        int before = output.getOut().length();
        SpringApplication.run(BookstoreApplication.class, arguments).close();
        return output.getOut().substring(before).lines().toList();
    }
}

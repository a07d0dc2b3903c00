package com.example.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.ToolProvider;

import jakarta.annotation.Priority;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;
import org.springframework.stereotype.Component;

@DisplayName("同一个接口有两个实现时，Spring 怎样挑")
class TwoCandidatesTest {

    interface Notifier {
    }

    @Component("smsNotifier")
    static class SmsNotifier implements Notifier {
    }

    @Component("mailNotifier")
    static class MailNotifier implements Notifier {
    }

    @Primary
    @Component("mailNotifier")
    static class PrimaryMailNotifier implements Notifier {
    }

    record AnyName(Notifier notifier) {
    }

    record NamedLikeTheBean(Notifier smsNotifier) {
    }

    // region qualifier
    record Qualified(@Qualifier("smsNotifier") Notifier notifier) {
    }
    // endregion qualifier

    @Test
    @DisplayName("名字对不上，又没有 @Primary：启动失败")
    void withoutAHintItFails() {
        assertThatExceptionOfType(UnsatisfiedDependencyException.class)
                .isThrownBy(() -> start(AnyName.class, MailNotifier.class))
                .havingRootCause().isInstanceOf(NoUniqueBeanDefinitionException.class);
    }

    @Test
    @DisplayName("参数名恰好是其中一个 Bean 的名字：不声不响地用它")
    void theParametersNameChooses() {
        assertThat(start(NamedLikeTheBean.class, MailNotifier.class).smsNotifier()).isInstanceOf(SmsNotifier.class);
    }

    @Test
    @DisplayName("@Primary 排在参数名之前")
    void primaryComesBeforeTheName() {
        assertThat(start(NamedLikeTheBean.class, PrimaryMailNotifier.class).smsNotifier())
                .isInstanceOf(PrimaryMailNotifier.class);
    }

    @Primary
    @Component("smsNotifier")
    static class PrimarySmsNotifier implements Notifier {
    }

    @Test
    @DisplayName("两个都写了 @Primary：启动失败，参数名对得上也没用")
    void twoPrimariesFail() {
        assertThatExceptionOfType(UnsatisfiedDependencyException.class)
                .isThrownBy(() -> start(NamedLikeTheBean.class, PrimarySmsNotifier.class, PrimaryMailNotifier.class))
                .havingRootCause().isInstanceOf(NoUniqueBeanDefinitionException.class)
                .withMessageContaining("more than one 'primary' bean found");
    }

    @Fallback
    @Component("smsNotifier")
    static class FallbackSmsNotifier implements Notifier {
    }

    @Component("paperNotifier")
    static class PaperNotifier implements Notifier {
    }

    @Test
    @DisplayName("@Fallback 是候补：除了它恰好还剩一个，用剩下的那个，参数名是候补的名字也一样")
    void theOnlyOneBesidesTheFallback() {
        assertThat(start(AnyName.class, FallbackSmsNotifier.class, MailNotifier.class).notifier())
                .isInstanceOf(MailNotifier.class);
        assertThat(start(NamedLikeTheBean.class, FallbackSmsNotifier.class, MailNotifier.class).smsNotifier())
                .isInstanceOf(MailNotifier.class);
    }

    @Test
    @DisplayName("除了候补还剩几个：参数名是候补的名字，选中的是候补；都对不上，启动失败")
    void theParametersNameChoosesTheFallback() {
        assertThat(start(NamedLikeTheBean.class, FallbackSmsNotifier.class, MailNotifier.class, PaperNotifier.class)
                .smsNotifier()).isInstanceOf(FallbackSmsNotifier.class);
        assertThatExceptionOfType(UnsatisfiedDependencyException.class).isThrownBy(() -> start(AnyName.class,
                        FallbackSmsNotifier.class, MailNotifier.class, PaperNotifier.class))
                .havingRootCause().isInstanceOf(NoUniqueBeanDefinitionException.class);
    }

    @Test
    @DisplayName("@Qualifier 指名要哪一个，@Primary 也改不了")
    void qualifierNamesOne() {
        assertThat(start(Qualified.class, PrimaryMailNotifier.class).notifier()).isInstanceOf(SmsNotifier.class);
    }

    interface Wrapper {
    }

    @Priority(1)
    @Component("paperWrapper")
    static class PaperWrapper implements Wrapper {
    }

    @Priority(2)
    @Component("boxWrapper")
    static class BoxWrapper implements Wrapper {
    }

    record AnyWrapper(Wrapper any) {
    }

    record NamedWrapper(Wrapper boxWrapper) {
    }

    @Test
    @DisplayName("参数名也对不上时看 @Priority，数字小的那个；参数名排在它之前")
    void priorityComesLast() {
        try (var context = new AnnotationConfigApplicationContext(
                PaperWrapper.class, BoxWrapper.class, AnyWrapper.class, NamedWrapper.class)) {
            assertThat(context.getBean(AnyWrapper.class).any()).isInstanceOf(PaperWrapper.class);
            assertThat(context.getBean(NamedWrapper.class).boxWrapper()).isInstanceOf(BoxWrapper.class);
        }
    }

    private static final String CLASS = """
            public class Counter {
                public final Object notifier;
                public Counter(com.example.container.Notifier mailNotifier) {
                    notifier = mailNotifier;
                }
                public Object notifier() {
                    return notifier;
                }
            }
            """;

    private static final String RECORD = """
            public record Counter(com.example.container.Notifier mailNotifier) {
                public Object notifier() {
                    return mailNotifier;
                }
            }
            """;

    @Test
    @DisplayName("同一份源码：带 -parameters 编译，靠参数名挑得出；不带，启动失败，-g 留下的名字 Spring 不看")
    void theNameIsThereOnlyWithParameters(@TempDir Path folder) throws Exception {
        assertThat(startCounter(folder.resolve("with"), CLASS, "-parameters"))
                .isInstanceOf(com.example.container.MailNotifier.class);
        // Maven 编译时总带着 -g，名字也就在调试信息里。
        for (String option : List.of("-g:none", "-g")) {
            assertThatExceptionOfType(UnsatisfiedDependencyException.class)
                    .isThrownBy(() -> startCounter(folder.resolve(option.replace(':', '-')), CLASS, option))
                    .havingRootCause().isInstanceOf(NoUniqueBeanDefinitionException.class);
        }
        assertThat(Files.readString(folder.resolve("-g/Counter.class"), StandardCharsets.ISO_8859_1))
                .contains("LocalVariableTable", "mailNotifier");
    }

    @Test
    @DisplayName("record 的组件名，编译时不带 -parameters 也在：照样靠名字挑得出")
    void aRecordKeepsTheNames(@TempDir Path folder) throws Exception {
        assertThat(startCounter(folder, RECORD)).isInstanceOf(com.example.container.MailNotifier.class);
    }

    /** Compiles a class that asks for {@code Notifier mailNotifier}, starts Spring, and returns what it was given. */
    private static Object startCounter(Path folder, String code, String... options) throws Exception {
        Path source = Files.createDirectories(folder).resolve("Counter.java");
        Files.writeString(source, code);
        List<String> arguments = new ArrayList<>(List.of(
                "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString()));
        arguments.addAll(List.of(options));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        try (var loader = new URLClassLoader(new URL[] { folder.toUri().toURL() },
                        TwoCandidatesTest.class.getClassLoader());
                var context = new AnnotationConfigApplicationContext()) {
            Class<?> counter = loader.loadClass("Counter");
            context.setClassLoader(loader);
            context.registerBean("mailNotifier", com.example.container.MailNotifier.class);
            context.registerBean("smsNotifier", TinyContainerTest.SmsNotifier.class);
            context.registerBean("counter", counter);
            context.refresh();
            return counter.getMethod("notifier").invoke(context.getBean(counter));
        }
    }

    private static <T> T start(Class<T> asking, Class<?> second) {
        return start(asking, SmsNotifier.class, second);
    }

    private static <T> T start(Class<T> asking, Class<?>... candidates) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(candidates);
            context.register(asking);
            context.refresh();
            return context.getBean(asking);
        }
    }
}

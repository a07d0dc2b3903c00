package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;

@DisplayName("自己的 FailureAnalyzer")
class FailureAnalyzerTest {

    @Test
    @DisplayName("承运商写错：报告代替了调用栈")
    void report() {
        ConsoleRun run = ConsoleRun.java(BookstoreApplication.class, "--shipping.carrier=dhl");
        assertThat(run.exitCode()).isOne();
        assertThat(run.output()).contains("多半是 shipping.carrier 写错了").doesNotContain("\tat ");
        Recording.check("fail-carrier.txt",
                run.output().substring(run.output().indexOf("***************************")));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("值来自别的配置项：不说成 shipping.carrier 的值")
    void anotherProperty(CapturedOutput output) {
        assertThat(catchThrowable(() -> new SpringApplicationBuilder(BeanRegistrarTest.Carriers.class)
                .run("--bookstore.carriers=dhl"))).isNotNull();
        assertThat(output).contains("没有叫 'dhl' 的承运商").doesNotContain("shipping.carrier 的值是");
    }

    static class OutOfStock extends RuntimeException {
    }

    static class OutOfStockAnalyzer extends AbstractFailureAnalyzer<OutOfStock> {

        private final BeanFactory beanFactory;
        private final Environment environment;

        private final ApplicationContext context;

        OutOfStockAnalyzer(BeanFactory beanFactory, Environment environment, ApplicationContext context) {
            this.beanFactory = beanFactory;
            this.environment = environment;
            this.context = context;
        }

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, OutOfStock cause) {
            return new FailureAnalysis(environment.getProperty("book") + " 缺货，容器里有这个定义："
                    + beanFactory.containsBean("stock") + "，ApplicationContext 是 " + context, "进货。", cause);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EmptyStock {

        @Bean
        String stock() {
            throw new OutOfStock();
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("构造器可以要 BeanFactory 和 Environment；要别的类型，得到 null，没有报错")
    void constructor(@TempDir Path folder, CapturedOutput output) throws IOException {
        Path factories = folder.resolve("META-INF/spring.factories");
        Files.createDirectories(factories.getParent());
        Files.writeString(factories,
                FailureAnalyzer.class.getName() + "=" + OutOfStockAnalyzer.class.getName());
        try (var loader = new URLClassLoader(new URL[] { folder.toUri().toURL() }, getClass().getClassLoader())) {
            Throwable thrown = catchThrowable(() -> new SpringApplicationBuilder(EmptyStock.class)
                    .resourceLoader(new DefaultResourceLoader(loader)).run("--book=围城"));
            assertThat(thrown).hasRootCauseInstanceOf(OutOfStock.class);
        }
        assertThat(output).contains("围城 缺货，容器里有这个定义：true，ApplicationContext 是 null")
                .doesNotContain("Unable to instantiate");
    }

    static class NotMine extends AbstractFailureAnalyzer<OutOfStock> {

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, OutOfStock cause) {
            return null;
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("前一个分析器返回 null：接着问下一个")
    void nullAsksTheNext(@TempDir Path folder, CapturedOutput output) throws IOException {
        Path factories = folder.resolve("META-INF/spring.factories");
        Files.createDirectories(factories.getParent());
        Files.writeString(factories, FailureAnalyzer.class.getName() + "=" + NotMine.class.getName() + ","
                + OutOfStockAnalyzer.class.getName());
        try (var loader = new URLClassLoader(new URL[] { folder.toUri().toURL() }, getClass().getClassLoader())) {
            assertThat(catchThrowable(() -> new SpringApplicationBuilder(EmptyStock.class)
                    .resourceLoader(new DefaultResourceLoader(loader)).run("--book=围城"))).isNotNull();
        }
        assertThat(output).contains("围城 缺货");
    }

    static class NoNetwork extends RuntimeException {
    }

    /** 在环境刚准备好、容器还没有的时候失败。 */
    static class FailsEarly implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

        @Override
        public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
            throw new NoNetwork();
        }
    }

    /** 注册在 src/test/resources/META-INF/spring.factories：没有容器时，只从这里找。 */
    static class NoNetworkAnalyzer extends AbstractFailureAnalyzer<NoNetwork> {

        private final BeanFactory beanFactory;
        private final Environment environment;

        NoNetworkAnalyzer(BeanFactory beanFactory, Environment environment) {
            this.beanFactory = beanFactory;
            this.environment = environment;
        }

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, NoNetwork cause) {
            return new FailureAnalysis("没有网络，环境是 " + environment + "，容器是 " + beanFactory,
                    "接上网线。", cause);
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("容器还没建好就失败：构造器的 BeanFactory 与 Environment 都是 null")
    void beforeTheContext(CapturedOutput output) {
        assertThat(catchThrowable(() -> new SpringApplicationBuilder(EmptyStock.class)
                .listeners(new FailsEarly()).run())).isInstanceOf(NoNetwork.class);
        assertThat(output).contains("没有网络，环境是 null，容器是 null");
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.example.book.Recording;
import com.example.bookstore.WhyReport;
import com.example.probe.registered.CouponAutoConfiguration;
import com.example.probe.registered.CouponShop;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;
import org.springframework.core.io.DefaultResourceLoader;

@DisplayName("注册错了地方：旧的 spring.factories、写错的类名、被扫描到")
class RegistrationTest {

    @TempDir
    Path folder;

    private URLClassLoader with(String file, String content) throws IOException {
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, content);
        return new URLClassLoader(new URL[] { folder.toUri().toURL() }, getClass().getClassLoader());
    }

    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class EmptyApplication {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(CouponShop.class)
    static class ShopApplication {
    }

    // region scanned
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ComponentScan("com.example.probe.registered")
    static class ScansTheStarter {
    }
    // endregion scanned

    /** 启动类在 starter 的包里：与 @SpringBootApplication 自带的扫描一样。 */
    @SpringBootApplication(scanBasePackages = "com.example.shipping.autoconfigure")
    static class SharesThePackage {
    }

    private static ConfigurableApplicationContext start(Class<?> application, ClassLoader loader) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return new SpringApplicationBuilder(application)
                    .resourceLoader(new DefaultResourceLoader(loader)).run();
        }
        finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static List<String> coupons(Class<?> application, ClassLoader loader) {
        try (ConfigurableApplicationContext context = start(application, loader)) {
            return List.of(context.getBeanNamesForType(CouponShop.Coupon.class));
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("spring.factories 里的旧键不再起作用，也没有警告；imports 文件起作用")
    void oldKey(CapturedOutput output) throws IOException {
        try (URLClassLoader loader = with("META-INF/spring.factories",
                EnableAutoConfiguration.class.getName() + "=" + CouponAutoConfiguration.class.getName())) {
            assertThat(coupons(EmptyApplication.class, loader)).isEmpty();
            assertThat(ImportCandidates.load(AutoConfiguration.class, loader).getCandidates())
                    .doesNotContain(CouponAutoConfiguration.class.getName());
        }
        assertThat(output.getAll()).contains("Started").doesNotContain("WARN", "ERROR", "spring.factories", "Coupon");
        try (URLClassLoader loader = with(IMPORTS, CouponAutoConfiguration.class.getName())) {
            assertThat(coupons(EmptyApplication.class, loader)).containsExactly("coupon");
        }
    }

    @AutoConfiguration
    @Profile("gift")
    static class GiftAutoConfiguration {
    }

    @AutoConfiguration
    @Profile("gift")
    @ConditionalOnClass(String.class)
    static class GiftCardAutoConfiguration {
    }

    @Test
    @DisplayName("@Profile 的结果不进报告：没有激活，也列在没有条件的一栏，--why 不替它打勾；有别的条件而都满足的，列在满足的一栏")
    void profileIsNotReported() throws IOException {
        String name = GiftAutoConfiguration.class.getName();
        String card = GiftCardAutoConfiguration.class.getName();
        try (URLClassLoader loader = with(IMPORTS, name + '\n' + card);
                ConfigurableApplicationContext context = start(EmptyApplication.class, loader)) {
            assertThat(context.getBeansOfType(GiftAutoConfiguration.class)).isEmpty();
            assertThat(ConditionEvaluationReport.get(context.getBeanFactory()).getUnconditionalClasses()).contains(name);
            assertThat(WhyReport.about("GiftAuto", context.getBeanFactory())).contains(name).doesNotContain("√");
            assertThat(context.getBeansOfType(GiftCardAutoConfiguration.class)).isEmpty();
            assertThat(ConditionEvaluationReport.get(context.getBeanFactory()).getConditionAndOutcomesBySource().get(card)
                    .isFullMatch()).isTrue();
        }
    }

    @Test
    @DisplayName("imports 文件里的类名写错：启动失败")
    void typo() throws IOException {
        try (URLClassLoader loader = with(IMPORTS, "com.example.probe.registered.CuoponAutoConfiguration")) {
            Throwable thrown = catchThrowable(() -> coupons(EmptyApplication.class, loader));
            assertThat(thrown).isNotNull();
            StringBuilder text = new StringBuilder();
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                text.append(text.isEmpty() ? "" : "Caused by: ").append(cause).append('\n');
            }
            assertThat(text).contains("CuoponAutoConfiguration");
            Recording.check("fail-imports-typo.txt", text.toString());
        }
    }

    @Test
    @DisplayName("spring-autoconfigure-metadata.properties 里的条件，在解析候选之前就问了")
    void filteredBeforeParsing() throws IOException {
        String name = CouponAutoConfiguration.class.getName();
        Path metadata = folder.resolve("META-INF/spring-autoconfigure-metadata.properties");
        try (URLClassLoader loader = with(IMPORTS, name)) {
            assertThat(coupons(EmptyApplication.class, loader)).containsExactly("coupon");
            // 类上没有这个条件，所以结果变了就说明问的是文件，不是类
            Files.writeString(metadata, name + "=\n" + name + ".ConditionalOnClass=com.example.NoSuchLibrary\n");
            assertThat(coupons(EmptyApplication.class, loader)).isEmpty();
        }
    }

    @Test
    @DisplayName("自动配置类被组件扫描到：它排到用户的 Bean 之前，不再退让")
    void scanned() throws IOException {
        try (URLClassLoader loader = with(IMPORTS, CouponAutoConfiguration.class.getName())) {
            assertThat(coupons(ShopApplication.class, loader)).containsExactly("vip");
            assertThat(coupons(ScansTheStarter.class, loader)).containsExactly("coupon", "vip");
        }
    }

    @Test
    @DisplayName("@SpringBootApplication 的扫描跳过自动配置类，不跳过嵌套在里面的配置类")
    void nestedScanned() {
        try (var context = new SpringApplicationBuilder(SharesThePackage.class)
                .run("--shipping.enabled=false")) {
            assertThat(context.containsBean("shippingCalculator")).isFalse();
            assertThat(context.containsBean("shippingFees")).isTrue();
        }
        try (var context = new SpringApplicationBuilder(EmptyApplication.class)
                .run("--shipping.enabled=false")) {
            assertThat(context.containsBean("shippingFees")).isFalse();
        }
    }
}

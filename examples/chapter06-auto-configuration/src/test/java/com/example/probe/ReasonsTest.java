package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.WhyReport;
import com.example.shipping.ShippingCalculator;
import com.example.shipping.autoconfigure.ShippingAutoConfiguration;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("Bean 没有生效的原因，一个一个复现")
class ReasonsTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ShippingAutoConfiguration.class));

    private static void record(String file, String word, AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        Recording.check(file, WhyReport.about(word,
                context.getSourceApplicationContext().getBeanFactory()));
    }

    @Test
    @DisplayName("原因一：类路径上没有那个类")
    void missingClass() {
        runner.withClassLoader(new FilteredClassLoader(ShippingCalculator.class)).run(context -> {
            assertThat(context).doesNotHaveBean("shippingCalculator");
            record("reason-class.txt", "ShippingAuto", context);
        });
    }

    @Test
    @DisplayName("原因二：属性的值不对")
    void property() {
        runner.withPropertyValues("shipping.enabled=off").run(context -> {
            assertThat(context).doesNotHaveBean("shippingCalculator");
            record("reason-property.txt", "ShippingAuto", context);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutHavingValue {

        @Bean
        @ConditionalOnProperty("gift.enabled")
        String gift() {
            return "书签";
        }
    }

    @Test
    @DisplayName("布尔条件只认 true，不分大小写；没写 havingValue 的 @ConditionalOnProperty 只认 false 为关")
    void onlyTrue() {
        for (String on : List.of("true", "TRUE")) {
            runner.withPropertyValues("shipping.enabled=" + on)
                    .run(context -> assertThat(context).hasBean("shippingCalculator"));
        }
        for (String other : List.of("off", "0", "on", "yes", "1")) {
            runner.withPropertyValues("shipping.enabled=" + other)
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("shippingCalculator"));
            new ApplicationContextRunner().withUserConfiguration(WithoutHavingValue.class)
                    .withPropertyValues("gift.enabled=" + other)
                    .run(context -> assertThat(context).hasBean("gift"));
        }
        new ApplicationContextRunner().withUserConfiguration(WithoutHavingValue.class)
                .withPropertyValues("gift.enabled=FALSE")
                .run(context -> assertThat(context).doesNotHaveBean("gift"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OnAList {

        @Bean
        @ConditionalOnProperty("gift.kinds")
        String gift() {
            return "书签";
        }
    }

    @Test
    @DisplayName("配置项是列表：写了，报告还是说没有，因为键是 gift.kinds[0]")
    void aListHasNoSuchProperty() {
        new ApplicationContextRunner().withUserConfiguration(OnAList.class)
                .withPropertyValues("gift.kinds[0]=书签").run(context -> assertThat(WhyReport.about(
                        "#gift", context.getSourceApplicationContext().getBeanFactory()))
                        .contains("did not find property 'gift.kinds'"));
    }

    // region own
    @Configuration(proxyBeanMethods = false)
    static class OwnConfiguration {

        @Bean
        ShippingCalculator freeShipping() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }
    // endregion own

    @Test
    @DisplayName("原因三：已经有一个了，它退让")
    void backedOff() {
        runner.withUserConfiguration(OwnConfiguration.class).run(context -> {
            assertThat(context).doesNotHaveBean("shippingCalculator");
            record("reason-backed-off.txt", "#shippingCalculator", context);
        });
    }

    interface Pricing {
    }

    record FreePricing() implements Pricing, ShippingCalculator {

        @Override
        public BigDecimal fee(BigDecimal orderTotal) {
            return BigDecimal.ZERO;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaresAnotherType {

        @Bean
        Pricing pricing() {
            return new FreePricing();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaresObject {

        @Bean
        Object pricing() {
            return new FreePricing();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaresItsClass {

        @Bean
        FreePricing pricing() {
            return new FreePricing();
        }
    }

    @Test
    @DisplayName("退让看的是 @Bean 方法写的返回类型：写成别的接口或 Object，不退让，最后有两个")
    void theDeclaredTypeDecides() {
        for (Class<?> own : List.of(DeclaresAnotherType.class, DeclaresObject.class)) {
            runner.withUserConfiguration(own).run(context -> assertThat(context
                    .getBeanNamesForType(ShippingCalculator.class)).containsExactly("pricing", "shippingCalculator"));
        }
        runner.withUserConfiguration(DeclaresItsClass.class).run(context -> assertThat(context
                .getBeanNamesForType(ShippingCalculator.class)).containsExactly("pricing"));
    }

    @Test
    @DisplayName("把自动配置类当作用户的配置放进小容器：排在它后面的用户的 Bean，它看不到，不退让")
    void asUserConfiguration() {
        new ApplicationContextRunner().withUserConfiguration(ShippingAutoConfiguration.class, OwnConfiguration.class)
                .run(context -> assertThat(context.getBeanNamesForType(ShippingCalculator.class))
                        .containsExactly("shippingCalculator", "freeShipping"));
    }

    @Test
    @DisplayName("按名字退让的：报告写的是 found beans named")
    void backedOffByName() {
        runner.withBean("shippingFees", String.class, () -> "免").run(context -> assertThat(WhyReport.about(
                "#shippingFees", context.getSourceApplicationContext().getBeanFactory()))
                .contains("× @ConditionalOnMissingBean (names: shippingFees; SearchStrategy: all)"
                        + " found beans named shippingFees"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OneMore {

        record Gift(@Qualifier("freeShipping") ShippingCalculator shipping) {
        }

        @Bean(defaultCandidate = false)
        ShippingCalculator freeShipping() {
            return orderTotal -> BigDecimal.ZERO;
        }

        @Bean
        Cache<String, String> titles() {
            return Caffeine.newBuilder().build();
        }
    }

    @Test
    @DisplayName("defaultCandidate = false：同类型的多一个，默认的还在；按名字退让的，多一个同类型的也还在")
    void keepsBoth() {
        runner.withUserConfiguration(OneMore.class, OneMore.Gift.class).run(context -> {
            assertThat(context).hasNotFailed().hasBean("shippingCalculator").hasBean("shippingFees");
            assertThat(context.getBean(ShippingCalculator.class)).isSameAs(context.getBean("shippingCalculator"));
            assertThat(context.getBean(OneMore.Gift.class).shipping()).isSameAs(context.getBean("freeShipping"));
        });
    }

    // region early
    @Configuration(proxyBeanMethods = false)
    static class InvoiceConfiguration {

        record Invoice(ShippingCalculator shipping) {
        }

        @Bean
        @ConditionalOnBean(ShippingCalculator.class)
        Invoice invoice(ShippingCalculator shipping) {
            return new Invoice(shipping);
        }
    }
    // endregion early

    @Test
    @DisplayName("原因四：问得太早，那个 Bean 后来才注册")
    void tooEarly() {
        runner.withUserConfiguration(InvoiceConfiguration.class).run(context -> {
            assertThat(context).hasSingleBean(ShippingCalculator.class);
            assertThat(context).doesNotHaveBean(InvoiceConfiguration.Invoice.class);
            record("reason-too-early.txt", "#invoice", context);
        });
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    static class PageConfiguration {

        @Bean
        String banner() {
            return "全场包邮";
        }
    }

    @Test
    @DisplayName("原因五：应用的种类不对，外层的类一起不生效")
    void notWeb() {
        runner.withUserConfiguration(PageConfiguration.class).run(context -> {
            assertThat(context).doesNotHaveBean("banner");
            record("reason-web.txt", "PageConfiguration", context);
        });
    }

    @Test
    @DisplayName("原因六：被排除了")
    void excluded() {
        try (var context = excluding(TaskSchedulingAutoConfiguration.class.getName())) {
            Recording.check("reason-excluded.txt",
                    WhyReport.about("TaskScheduling", context.getBeanFactory()));
        }
    }

    @Test
    @DisplayName("排除一个不存在的类名：没有报错，自动配置照样生效；排除一个存在而不是候选的类：启动失败")
    void excludedNames() {
        Class<?> scheduling = TaskSchedulingAutoConfiguration.class;
        try (var context = excluding(scheduling.getName())) {
            assertThat(context.getBeansOfType(scheduling)).isEmpty();
        }
        String moved = "org.springframework.boot.task.autoconfigure." + scheduling.getSimpleName();
        try (var context = excluding(moved)) {
            assertThat(context.getBeansOfType(scheduling)).hasSize(1);
            // Exclusions 一栏照样列着这个没有的类，只看报告会以为排除了。
            assertThat(ConditionEvaluationReport.get(context.getBeanFactory()).getExclusions()).contains(moved);
            assertThat(WhyReport.about("TaskScheduling", context.getBeanFactory()))
                    .contains("写了排除，却没有这个类 " + moved).doesNotContain("× 被排除");
        }
        assertThatThrownBy(() -> excluding(OwnConfiguration.class.getName()))
                .hasMessageContaining("not auto-configuration classes");
    }

    private static ConfigurableApplicationContext excluding(String className) {
        return new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.autoconfigure.exclude=" + className);
    }

    @Test
    @DisplayName("原因七：根本不是候选，报告里没有它")
    void notACandidate() {
        new ApplicationContextRunner().run(context -> {
            assertThat(context).doesNotHaveBean("shippingCalculator");
            record("reason-not-a-candidate.txt", "ShippingAuto", context);
        });
    }

    @Test
    @DisplayName("需要它的 Bean 建不出来：失败的说明没提条件，--debug 的报告提了")
    void requiredButAbsent() {
        ConsoleRun debug = ConsoleRun.java(BookstoreApplication.class, "--shipping.enabled=false", "--debug");
        assertThat(debug.exitCode()).isNotZero();
        assertThat(failure(debug)).doesNotContain("shipping.enabled")
                .doesNotContain("candidates were found but could not be injected");
        Recording.check("fail-required.txt", failure(debug));
        String block = debug.output().lines()
                .dropWhile(line -> !line.equals("Negative matches:"))
                .dropWhile(line -> !line.equals("   ShippingAutoConfiguration:"))
                .takeWhile(line -> !line.isBlank())
                .collect(Collectors.joining("\n"));
        assertThat(block).contains("found different value in property 'shipping.enabled'");
        Recording.check("fail-required-debug.txt", "Negative matches:\n-----------------\n\n" + block);
    }

    @Configuration(proxyBeanMethods = false)
    static class NeedsShipping {

        @Bean
        String quote(ShippingCalculator shipping) {
            return "运费 " + shipping.fee(BigDecimal.TEN);
        }
    }

    @Test
    @DisplayName("刷新失败时报告随单例一起销毁，失败的说明里因此没有条件")
    void theReportIsDestroyed() {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(NeedsShipping.class);
            var report = ConditionEvaluationReport.get(context.getBeanFactory());
            assertThatThrownBy(context::refresh).hasRootCauseInstanceOf(NoSuchBeanDefinitionException.class);
            assertThat(ConditionEvaluationReport.get(context.getBeanFactory())).isNotSameAs(report);
        }
    }

    private static String failure(ConsoleRun run) {
        assertThat(run.output()).contains("APPLICATION FAILED TO START");
        return run.output().substring(run.output().indexOf("***************************"));
    }
}

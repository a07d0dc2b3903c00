package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;

import com.example.book.Recording;
import com.example.bookstore.WhyReport;
import com.example.shipping.ShippingCalculator;
import com.example.shipping.autoconfigure.ShippingAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.PropertySource;

@DisplayName("用户配置里的 @ConditionalOnMissingBean 取决于顺序")
class ConditionOrderTest {

    // region two
    @Configuration(proxyBeanMethods = false)
    static class DefaultShipping {

        @Bean
        @ConditionalOnMissingBean
        ShippingCalculator standard() {
            return orderTotal -> BigDecimal.TEN;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FreeShipping {

        @Bean
        ShippingCalculator free() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }
    // endregion two

    @Configuration(proxyBeanMethods = false)
    @Import({ FreeShipping.class, DefaultShipping.class })
    static class FreeFirst {
    }

    @Configuration(proxyBeanMethods = false)
    @Import({ DefaultShipping.class, FreeShipping.class })
    static class DefaultFirst {
    }

    @Configuration(proxyBeanMethods = false)
    static class InOneClass {

        @Bean
        @ConditionalOnMissingBean
        ShippingCalculator standard() {
            return orderTotal -> BigDecimal.TEN;
        }

        @Bean
        ShippingCalculator free() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }

    private static List<String> beans(AnnotationConfigApplicationContext context) {
        return List.of(context.getBeanNamesForType(ShippingCalculator.class));
    }

    @Test
    @DisplayName("@Import 的顺序、方法的顺序、扫描时类名的顺序，都改变结果")
    void order() {
        StringBuilder text = new StringBuilder();
        try (var context = new AnnotationConfigApplicationContext(FreeFirst.class)) {
            assertThat(beans(context)).containsExactly("free");
            text.append("@Import 先 FreeShipping      ").append(beans(context)).append('\n');
        }
        try (var context = new AnnotationConfigApplicationContext(DefaultFirst.class)) {
            assertThat(beans(context)).containsExactly("standard", "free");
            text.append("@Import 先 DefaultShipping   ").append(beans(context)).append('\n');
        }
        try (var context = new AnnotationConfigApplicationContext(InOneClass.class)) {
            assertThat(beans(context)).containsExactly("standard", "free");
            text.append("同一个类，带条件的方法在前   ").append(beans(context)).append('\n');
        }
        try (var context = new AnnotationConfigApplicationContext("com.example.probe.scan.early")) {
            assertThat(beans(context)).containsExactly("standard", "free");
            text.append("扫描，DefaultShipping 与 FreeShipping    ").append(beans(context)).append('\n');
        }
        try (var context = new AnnotationConfigApplicationContext("com.example.probe.scan.late")) {
            assertThat(beans(context)).containsExactly("free");
            text.append("扫描，StandardShipping 与 FreeShipping   ").append(beans(context)).append('\n');
        }
        Recording.check("condition-order.txt", text.toString());
    }

    @Test
    @DisplayName("写在扫描到的 @Component 类上：扫描先注册了它，条件看到的就是它自己，别处没有也不生效")
    void aScannedComponentFindsItself() {
        try (var context = new AnnotationConfigApplicationContext("com.example.probe.scan.self")) {
            assertThat(beans(context)).isEmpty();
            assertThat(WhyReport.about("StandardCalculator", context.getBeanFactory()))
                    .contains("found beans of type '" + ShippingCalculator.class.getName() + "' standardCalculator");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("gift.enabled")
    static class Gift {
    }

    @Configuration(proxyBeanMethods = false)
    @PropertySource("classpath:gift.properties")
    static class GiftProperties {
    }

    @Configuration(proxyBeanMethods = false)
    @Import({ GiftProperties.class, Gift.class })
    static class PropertiesFirst {
    }

    @Configuration(proxyBeanMethods = false)
    @Import({ Gift.class, GiftProperties.class })
    static class GiftFirst {
    }

    @Test
    @DisplayName("@PropertySource 带进来的配置项，只有之后解析的类看得到")
    void propertySource() {
        try (var context = new AnnotationConfigApplicationContext(PropertiesFirst.class)) {
            assertThat(context.getBeanNamesForType(Gift.class)).hasSize(1);
        }
        try (var context = new AnnotationConfigApplicationContext(GiftFirst.class)) {
            assertThat(context.getBeanNamesForType(Gift.class)).isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "gift.enabled", havingValue = false, matchIfMissing = true)
    static class NoGift {
    }

    @Configuration(proxyBeanMethods = false)
    @Import({ NoGift.class, GiftProperties.class })
    static class NoGiftFirst {
    }

    @Test
    @DisplayName("注册时再问一遍：后来的 @PropertySource 关得掉先解析的类")
    void askedAgainWhenRegistered() {
        try (var context = new AnnotationConfigApplicationContext(NoGift.class)) {
            assertThat(context.getBeanNamesForType(NoGift.class)).hasSize(1);
        }
        try (var context = new AnnotationConfigApplicationContext(NoGiftFirst.class)) {
            assertThat(context.getBeanNamesForType(NoGift.class)).isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AddedByPostProcessor {

        @Bean
        static BeanFactoryPostProcessor late() {
            return beanFactory -> ((BeanDefinitionRegistry) beanFactory).registerBeanDefinition("added",
                    new RootBeanDefinition(ShippingCalculator.class, () -> orderTotal -> BigDecimal.ONE));
        }
    }

    @Test
    @DisplayName("BeanFactoryPostProcessor 里注册的定义，自动配置的 @ConditionalOnMissingBean 看不到")
    void tooLateForTheCondition() {
        new ApplicationContextRunner().withUserConfiguration(AddedByPostProcessor.class)
                .withConfiguration(AutoConfigurations.of(ShippingAutoConfiguration.class))
                .run(context -> assertThat(context.getBeanNamesForType(ShippingCalculator.class))
                        .containsExactly("shippingCalculator", "added"));
    }
}

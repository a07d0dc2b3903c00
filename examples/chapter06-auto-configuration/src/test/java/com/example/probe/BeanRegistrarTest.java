package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

import com.example.book.Recording;
import com.example.bookstore.WhyReport;
import com.example.shipping.CarrierCalculator;
import com.example.shipping.ShippingCalculator;
import com.example.shipping.autoconfigure.ShippingAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.javapoet.ClassName;

@DisplayName("BeanRegistrar：有几家承运商，就注册几个 Bean")
class BeanRegistrarTest {

    // region registrar
    static class CarrierRegistrar implements BeanRegistrar {

        @Override
        public void register(BeanRegistry registry, Environment environment) {
            // getProperty 读不到 YAML 的列表，Binder 读得到
            Set<String> carriers = Binder.get(environment)
                    .bind("bookstore.carriers", Bindable.setOf(String.class))
                    .orElse(Set.of());
            BigDecimal freeFrom = new BigDecimal("59");
            for (String carrier : carriers) {
                registry.registerBean(carrier, ShippingCalculator.class, spec -> spec
                        .description("来自 bookstore.carriers")
                        .supplier(context -> new CarrierCalculator(carrier, freeFrom)));
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(CarrierRegistrar.class)
    static class Carriers {
    }
    // endregion registrar

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Carriers.class)
            .withConfiguration(AutoConfigurations.of(ShippingAutoConfiguration.class));

    @Test
    @DisplayName("一家一个 Bean，自动配置的默认 Bean 退让")
    void oneBeanPerCarrier() {
        runner.withPropertyValues("bookstore.carriers=sf,ems").run(context -> {
            assertThat(context.getBeanNamesForType(ShippingCalculator.class))
                    .containsExactly("sf", "ems");
            assertThat(context.getBean("ems", ShippingCalculator.class)
                    .fee(BigDecimal.TEN)).isEqualByComparingTo("15");
        });
    }

    @Test
    @DisplayName("一家也没有，默认 Bean 还在")
    void noCarrier() {
        runner.run(context -> assertThat(context.getBean(ShippingCalculator.class))
                .isSameAs(context.getBean("shippingCalculator")));
    }

    @Test
    @DisplayName("YAML 里写成列表，每一家也都有一个 Bean；写了两遍的还是一个")
    void yamlList() {
        var yaml = new ByteArrayResource("""
                bookstore:
                  carriers:
                    - sf
                    - ems
                    - sf
                """.getBytes(StandardCharsets.UTF_8));
        runner.withInitializer(context -> addYaml(context, yaml)).run(context -> {
            assertThat(context.getBeanNamesForType(ShippingCalculator.class)).containsExactly("sf", "ems");
            assertThat(context.getEnvironment().getProperty("bookstore.carriers", String[].class)).isNull();
        });
    }

    private static void addYaml(ConfigurableApplicationContext context, Resource yaml) {
        try {
            new YamlPropertySourceLoader().load("carriers.yaml", yaml)
                    .forEach(context.getEnvironment().getPropertySources()::addFirst);
        }
        catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("报告里写着它们让默认 Bean 退让")
    void report() {
        runner.withPropertyValues("bookstore.carriers=sf,ems").run(context -> Recording.check(
                "registrar-report.txt", WhyReport.about("#shippingCalculator",
                        context.getSourceApplicationContext().getBeanFactory())));
    }

    @Test
    @DisplayName("注册的都是普通的定义，能写依赖，能设为首选")
    void primary() {
        BeanRegistrar registrar = (registry, environment) -> {
            registry.registerBean("sf", ShippingCalculator.class,
                    spec -> spec.supplier(context -> new CarrierCalculator("sf", BigDecimal.TEN)));
            registry.registerBean("ems", ShippingCalculator.class, spec -> spec.primary()
                    .supplier(context -> new CarrierCalculator("ems", BigDecimal.TEN)));
            registry.registerBean("quote", String.class, spec -> spec.supplier(context ->
                    "运费 " + context.bean(ShippingCalculator.class).fee(BigDecimal.ONE)));
        };
        new ApplicationContextRunner()
                .withInitializer(context -> ((GenericApplicationContext) context).register(registrar))
                .run(context -> assertThat(context.getBean("quote")).isEqualTo("运费 15"));
    }

    /** 从前的写法，手工拼的定义里带着 lambda。 */
    static class ByLambda implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            registry.registerBeanDefinition("sf", new RootBeanDefinition(ShippingCalculator.class,
                    () -> new CarrierCalculator("sf", BigDecimal.TEN)));
        }
    }

    /** 从前的写法，定义里是类名与构造器的参数。 */
    static class ByClass implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            registry.registerBeanDefinition("sf", BeanDefinitionBuilder.rootBeanDefinition(CarrierCalculator.class)
                    .addConstructorArgValue("sf").addConstructorArgValue("10").getBeanDefinition());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(ByLambda.class)
    static class CarriersByLambda {
    }

    @Configuration(proxyBeanMethods = false)
    @Import(ByClass.class)
    static class CarriersByClass {
    }

    @Test
    @DisplayName("AOT 处理：BeanRegistrar 的 supplier 认得；手工拼的定义，写类名的认得，带着 lambda 的失败")
    void aheadOfTime() {
        assertThatCode(() -> processAheadOfTime(Carriers.class)).doesNotThrowAnyException();
        assertThatCode(() -> processAheadOfTime(CarriersByClass.class)).doesNotThrowAnyException();
        assertThatThrownBy(() -> processAheadOfTime(CarriersByLambda.class))
                .hasMessageContaining("instance supplier is not supported");
    }

    private static void processAheadOfTime(Class<?> configuration) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(
                    new MapPropertySource("carriers", Map.of("bookstore.carriers", "sf,ems")));
            context.register(configuration);
            new ApplicationContextAotGenerator().processAheadOfTime(context, new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get(configuration)), new InMemoryGeneratedFiles()));
        }
    }
}

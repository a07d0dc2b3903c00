package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;

import com.example.book.Recording;
import com.example.shipping.ShippingCalculator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;

@DisplayName("同一个类型有两个 Bean 时选哪一个；@Bean 方法互相调用时得到哪一个")
class ChoosingTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner();

    @Configuration(proxyBeanMethods = false)
    static class Undecided {

        @Bean
        ShippingCalculator standard() {
            return orderTotal -> BigDecimal.TEN;
        }

        @Bean
        ShippingCalculator free() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }

    // region fallback
    @Configuration(proxyBeanMethods = false)
    static class WithFallback {

        @Bean
        @Fallback // 有别的就不用它
        ShippingCalculator standard() {
            return orderTotal -> BigDecimal.TEN;
        }

        @Bean
        ShippingCalculator free() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }
    // endregion fallback

    @Configuration(proxyBeanMethods = false)
    static class WithPrimary {

        @Bean
        @Primary
        ShippingCalculator standard() {
            return orderTotal -> BigDecimal.TEN;
        }

        @Bean
        ShippingCalculator free() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }

    // region qualifier
    record Invoice(@Qualifier("free") ShippingCalculator shipping) {
    }
    // endregion qualifier

    @Test
    @DisplayName("都没写：按类型要一个，失败")
    void undecided() {
        runner.withUserConfiguration(Undecided.class).run(context -> {
            var thrown = catchThrowableOfType(NoUniqueBeanDefinitionException.class,
                    () -> context.getBean(ShippingCalculator.class));
            assertThat(thrown).isNotNull();
            Recording.check("fail-two-candidates.txt", thrown.getMessage());
        });
    }

    record SameName(ShippingCalculator free) {
    }

    record OtherName(ShippingCalculator shipping) {
    }

    @Test
    @DisplayName("参数名正好是其中一个 Bean 的名字：不报错，用同名的；别的名字照样报错")
    void chosenByTheNameOfTheParameter() {
        runner.withUserConfiguration(Undecided.class, SameName.class).run(context -> assertThat(
                context.getBean(SameName.class).free()).isSameAs(context.getBean("free")));
        runner.withUserConfiguration(Undecided.class, OtherName.class).run(context -> assertThat(context)
                .getFailure().hasRootCauseInstanceOf(NoUniqueBeanDefinitionException.class));
    }

    @Test
    @DisplayName("@Fallback 让给别的，@Primary 优先，@Qualifier 指名")
    void chosen() {
        runner.withUserConfiguration(WithFallback.class).run(context -> assertThat(
                context.getBean(ShippingCalculator.class)).isSameAs(context.getBean("free")));
        runner.withUserConfiguration(WithPrimary.class).run(context -> assertThat(
                context.getBean(ShippingCalculator.class)).isSameAs(context.getBean("standard")));
        runner.withUserConfiguration(WithPrimary.class, Invoice.class).run(context -> assertThat(
                context.getBean(Invoice.class).shipping()).isSameAs(context.getBean("free")));
    }

    static class Till {
    }

    record Counter(Till till) {
    }

    // region calls
    @Configuration(proxyBeanMethods = false)
    static class Plain {

        @Bean
        Till till() {
            return new Till();
        }

        @Bean
        Counter counter() {
            return new Counter(till()); // 普通的方法调用：又建了一个收银机
        }
    }
    // endregion calls

    @Configuration
    static class Proxied {

        @Bean
        Till till() {
            return new Till();
        }

        @Bean
        Counter counter() {
            return new Counter(till());
        }
    }

    // region parameter
    @Configuration(proxyBeanMethods = false)
    static class Parameter {

        @Bean
        Till till() {
            return new Till();
        }

        @Bean
        Counter counter(Till till) {
            return new Counter(till);
        }
    }
    // endregion parameter

    @Test
    @DisplayName("proxyBeanMethods = false 时，方法之间直接调用会多建一个；写成参数不会")
    void proxyBeanMethods() {
        runner.withUserConfiguration(Plain.class).run(context -> assertThat(
                context.getBean(Counter.class).till()).isNotSameAs(context.getBean(Till.class)));
        runner.withUserConfiguration(Proxied.class).run(context -> assertThat(
                context.getBean(Counter.class).till()).isSameAs(context.getBean(Till.class)));
        runner.withUserConfiguration(Parameter.class).run(context -> assertThat(
                context.getBean(Counter.class).till()).isSameAs(context.getBean(Till.class)));
    }

    @Configuration
    static class WithoutBeanMethods {
    }

    @Configuration
    static class WithStaticBeanMethods {

        @Bean
        static Till till() {
            return new Till();
        }
    }

    @Test
    @DisplayName("有不是 static 的 @Bean 方法，配置类才多一个子类")
    void subclassed() {
        runner.withUserConfiguration(Proxied.class).run(context -> assertThat(
                context.getBean(Proxied.class)).isNotExactlyInstanceOf(Proxied.class));
        runner.withUserConfiguration(WithoutBeanMethods.class, WithStaticBeanMethods.class).run(context -> {
            assertThat(context.getBean(WithoutBeanMethods.class)).isExactlyInstanceOf(WithoutBeanMethods.class);
            assertThat(context.getBean(WithStaticBeanMethods.class))
                    .isExactlyInstanceOf(WithStaticBeanMethods.class);
        });
    }
}

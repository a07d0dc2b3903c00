package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.WhyReport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

@DisplayName("几个条件写在一起；外层的类不满足时，嵌套的类怎样")
class CombinedConditionsTest {

    // region either
    /** 两个开关打开一个就算数。 */
    static class GiftOrCoupon extends AnyNestedCondition {

        GiftOrCoupon() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnBooleanProperty("gift.enabled")
        static class Gift {
        }

        @ConditionalOnBooleanProperty("coupon.enabled")
        static class Coupon {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(GiftOrCoupon.class)
    static class Either {
    }
    // endregion either

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("gift.enabled")
    @ConditionalOnClass(String.class)
    static class Both {
    }

    @Test
    @DisplayName("几个条件写在一起要都满足；AnyNestedCondition 里有一个满足就够")
    void eitherAndBoth() {
        var runner = new ApplicationContextRunner().withUserConfiguration(Either.class, Both.class);
        runner.run(context -> assertThat(context).doesNotHaveBean(Either.class).doesNotHaveBean(Both.class));
        runner.withPropertyValues("coupon.enabled=true")
                .run(context -> assertThat(context).hasSingleBean(Either.class).doesNotHaveBean(Both.class));
        runner.withPropertyValues("gift.enabled=true")
                .run(context -> assertThat(context).hasSingleBean(Either.class).hasSingleBean(Both.class));
    }

    static class AskedTooEarly extends AnyNestedCondition {

        AskedTooEarly() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnBean(Runtime.class)
        static class HasRuntime {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(AskedTooEarly.class)
    static class Early {
    }

    @Test
    @DisplayName("里面有 @ConditionalOnBean，却写了 PARSE_CONFIGURATION：启动失败")
    void wrongPhase() {
        new ApplicationContextRunner().withUserConfiguration(Early.class).run(context -> assertThat(context)
                .getFailure().rootCause().hasMessageContaining("configuration phase that is inappropriate"));
    }

    @AutoConfiguration
    @ConditionalOnBean(Runtime.class)
    static class Outer {

        @Bean
        @ConditionalOnClass(String.class)
        String plain() {
            return "平装";
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(String.class)
        static class Inner {

            @Bean
            @ConditionalOnClass(String.class)
            String hardcover() {
                return "精装";
            }
        }
    }

    @Test
    @DisplayName("外层的类按 Bean 的条件不满足：嵌套的类自己的条件满足了，报告另写一句 Ancestor … did not match")
    void ancestor() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(Outer.class)).run(context -> {
            assertThat(context).doesNotHaveBean("plain").doesNotHaveBean("hardcover");
            String why = WhyReport.about("Outer", context.getSourceApplicationContext().getBeanFactory());
            assertThat(why).contains("× CombinedConditionsTest$Outer$Inner\n",
                    "    √ @ConditionalOnClass found required class 'java.lang.String'\n",
                    "    × Ancestor " + Outer.class.getName() + " did not match\n").doesNotContain("#");
        });
    }
}

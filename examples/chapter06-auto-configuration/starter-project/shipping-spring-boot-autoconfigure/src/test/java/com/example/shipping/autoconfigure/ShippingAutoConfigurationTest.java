// region head
package com.example.shipping.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;

import com.example.shipping.ShippingCalculator;
import com.example.shipping.UnknownCarrierException;
import com.github.benmanes.caffeine.cache.Cache;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ShippingAutoConfigurationTest {
    // endregion head

    // region runner
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ShippingAutoConfiguration.class));

    @Test
    void givesACalculator() {
        runner.run(context -> assertThat(context.getBean(ShippingCalculator.class)
                .fee(new BigDecimal("58"))).isEqualByComparingTo("8"));
    }

    @Test
    void readsTheProperties() {
        runner.withPropertyValues("shipping.carrier=ems", "shipping.free-from=100")
                .run(context -> assertThat(context.getBean(ShippingCalculator.class)
                        .fee(new BigDecimal("99"))).isEqualByComparingTo("15"));
    }

    @Test
    void backsOff() {
        runner.withUserConfiguration(FreeShipping.class).run(context -> {
            assertThat(context).hasSingleBean(ShippingCalculator.class);
            assertThat(context).getBean(ShippingCalculator.class)
                    .isSameAs(context.getBean("freeShipping"));
        });
    }

    @Test
    void canBeSwitchedOff() {
        runner.withPropertyValues("shipping.enabled=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context).doesNotHaveBean(ShippingCalculator.class);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class FreeShipping {

        @Bean
        ShippingCalculator freeShipping() {
            return orderTotal -> BigDecimal.ZERO;
        }
    }
    // endregion runner

    // region filtered
    @Test
    void withoutTheLibraryNothingHappens() {
        var loader = new FilteredClassLoader(ShippingCalculator.class);
        runner.withClassLoader(loader).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context).doesNotHaveBean(ShippingCalculator.class);
        });
    }

    @Test
    void withoutCaffeineThereIsNoCache() {
        runner.run(context -> assertThat(context).hasSingleBean(Cache.class));
        runner.withClassLoader(new FilteredClassLoader(Cache.class)).run(context -> {
            assertThat(context).hasSingleBean(ShippingCalculator.class);
            assertThat(context).doesNotHaveBean("shippingFees");
        });
    }
    // endregion filtered

    // region failure
    @Test
    void anUnknownCarrierStopsTheStart() {
        runner.withPropertyValues("shipping.carrier=dhl").run(context -> assertThat(context)
                .getFailure().hasRootCauseInstanceOf(UnknownCarrierException.class));
    }
    // endregion failure
}

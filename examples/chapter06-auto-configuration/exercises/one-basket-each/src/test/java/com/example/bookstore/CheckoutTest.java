package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Scope;

class CheckoutTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Basket.class, Checkout.class);

    @Test
    void everyCustomerHasABasketOfTheirOwn() {
        runner.run(context -> {
            Checkout checkout = context.getBean(Checkout.class);
            assertThat(checkout.buy(List.of("活着", "围城"))).containsExactly("活着", "围城");
            assertThat(checkout.buy(List.of("边城"))).containsExactly("边城");
        });
    }

    /** 第一位还在买，第二位就来了：买完再清空同一个购物车，在这里会混在一起。 */
    @Test
    void twoCustomersAtTheSameTime() {
        runner.run(context -> {
            Checkout checkout = context.getBean(Checkout.class);
            List<String> second = new ArrayList<>();
            List<String> first = checkout.buy(new AbstractList<>() {

                @Override
                public String get(int index) {
                    if (index == 1 && second.isEmpty()) {
                        second.addAll(checkout.buy(List.of("边城")));
                    }
                    return List.of("活着", "围城").get(index);
                }

                @Override
                public int size() {
                    return 2;
                }
            });
            assertThat(first).containsExactly("活着", "围城");
            assertThat(second).containsExactly("边城");
        });
    }

    /** 自己 new 的购物车，容器不知道，也就没有机会给它注入依赖、换上代理。 */
    @Test
    void theContainerMakesTheBaskets() {
        List<Object> made = new ArrayList<>();
        runner.withBean(BeanPostProcessor.class, () -> new BeanPostProcessor() {

            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof Basket) {
                    made.add(bean);
                }
                return bean;
            }
        }).run(context -> {
            Checkout checkout = context.getBean(Checkout.class);
            for (String book : List.of("活着", "围城", "边城")) {
                made.clear();
                checkout.buy(List.of(book));
                assertThat(made).singleElement().extracting(basket -> ((Basket) basket).books())
                        .isEqualTo(List.of(book));
            }
        });
    }

    @Test
    void theScopesStay() {
        runner.run(context -> {
            assertThat(Basket.class.getAnnotation(Scope.class).value()).isEqualTo("prototype");
            // 作用域代理会另外注册一个真正的收银台，两个都要看。
            assertThat(context.getBeanNamesForType(Checkout.class)).isNotEmpty().allMatch(context::isSingleton);
        });
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("自己找到的回调：销毁方法的名字，两种 @PostConstruct")
class CallbacksTest {

    private static final List<String> CALLED = new ArrayList<>();

    public static class Pool {

        public void close() {
            CALLED.add("close");
        }
    }

    public static class Workers {

        public void shutdown() {
            CALLED.add("shutdown");
        }
    }

    public static class Disposable extends Pool implements DisposableBean {

        @Override
        public void destroy() {
            CALLED.add("destroy");
        }
    }

    static class Shelf {

        @javax.annotation.PostConstruct
        void old() {
            CALLED.add("javax");
        }

        @jakarta.annotation.PostConstruct
        void current() {
            CALLED.add("jakarta");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Inferred {

        @Bean
        Pool pool() {
            return new Pool();
        }

        @Bean
        Workers workers() {
            return new Workers();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SwitchedOff {

        @Bean(destroyMethod = "")
        Pool pool() {
            return new Pool();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithDisposableBean {

        @Bean
        Disposable disposable() {
            return new Disposable();
        }
    }

    private static List<String> called(Class<?> configuration) {
        CALLED.clear();
        new AnnotationConfigApplicationContext(configuration).close();
        return CALLED;
    }

    @Test
    @DisplayName("@Bean 不写 destroyMethod，公开的 close、shutdown 也会被调用；写成空串就不会，实现了 DisposableBean 也不会")
    void inferredDestroyMethod() {
        assertThat(called(Inferred.class)).containsExactlyInAnyOrder("close", "shutdown");
        assertThat(called(SwitchedOff.class)).isEmpty();
        assertThat(called(WithDisposableBean.class)).containsExactly("destroy");
    }

    @Test
    @DisplayName("javax 的 @PostConstruct 不被调用，也没有警告")
    void javaxIsIgnored() {
        assertThat(called(Shelf.class)).containsExactly("jakarta");
    }
}

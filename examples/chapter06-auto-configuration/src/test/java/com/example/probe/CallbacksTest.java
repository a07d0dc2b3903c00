package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
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

    static class Counter implements BeanPostProcessor {

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            return count(bean, "before ");
        }

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return count(bean, "after ");
        }

        private static Object count(Object bean, String when) {
            if (bean instanceof Pool || bean instanceof PoolFactory) {
                CALLED.add(when + bean.getClass().getSimpleName());
            }
            return bean;
        }
    }

    static class PoolFactory implements FactoryBean<Pool> {

        @Override
        public Pool getObject() {
            return new Pool();
        }

        @Override
        public Class<?> getObjectType() {
            return Pool.class;
        }
    }

    @Test
    @DisplayName("后处理器：容器自己初始化的 Bean 前后各问一次；FactoryBean 交出来的对象只有后一次")
    void postProcessor() {
        CALLED.clear();
        try (var context = new AnnotationConfigApplicationContext(Counter.class, Pool.class)) {
            assertThat(CALLED).containsExactly("before Pool", "after Pool");
        }
        CALLED.clear();
        try (var context = new AnnotationConfigApplicationContext(Counter.class, PoolFactory.class)) {
            context.getBean(Pool.class);
            assertThat(CALLED).containsExactly("before PoolFactory", "after PoolFactory", "after Pool");
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
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("javax 的 @PostConstruct 不被调用，也没有警告")
    void javaxIsIgnored(CapturedOutput output) {
        assertThat(called(Shelf.class)).containsExactly("jakarta");
        assertThat(output.getAll()).doesNotContain("WARN", "ERROR", "javax");
    }
}

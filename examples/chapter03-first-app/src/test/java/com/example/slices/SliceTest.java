package com.example.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("@SpringBootTest 与切片测试 @WebMvcTest 各创建什么")
class SliceTest {

    @SpringBootTest(classes = SlicedApplication.class)
    @AutoConfigureMockMvc
    static class Whole {
    }

    @SpringBootTest(classes = SlicedApplication.class)
    @AutoConfigureMockMvc
    static class WholeAgain {
    }

    @SpringBootTest(classes = SlicedApplication.class, properties = "bookstore.season=spring")
    @AutoConfigureMockMvc
    static class WholeWithOneProperty {
    }

    @WebMvcTest
    static class Slice {
    }

    @SpringBootTest(classes = SlicedApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
    @AutoConfigureTestRestTemplate
    static class AnnotationAlone {
    }

    private static ApplicationContext contextOf(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }

    @Test
    @DisplayName("切片有 DoorController，没有 Warehouse，Bean 也更少；请求照样得到 200")
    void aSliceHoldsTheWebLayer() {
        ApplicationContext whole = contextOf(Whole.class);
        ApplicationContext slice = contextOf(Slice.class);
        assertThat(whole.getBeansOfType(Warehouse.class)).hasSize(1);
        assertThat(slice.getBeansOfType(Warehouse.class)).isEmpty();
        assertThat(slice.getBeanDefinitionCount()).isLessThan(whole.getBeanDefinitionCount());
        assertThat(slice.getBean(MockMvcTester.class).get().uri("/door")).hasStatusOk();
    }

    @Test
    @DisplayName("配置相同的两个测试类共用一个应用上下文；多写一个属性，就再启动一个")
    void theSameConfigurationSharesOneContext() {
        assertThat(contextOf(WholeAgain.class)).isSameAs(contextOf(Whole.class));
        assertThat(contextOf(WholeWithOneProperty.class)).isNotSameAs(contextOf(Whole.class));
    }

    @Test
    @DisplayName("@AutoConfigureTestRestTemplate 只写注解还不够：缺 spring-boot-restclient 里的 RestTemplateBuilder")
    void theAnnotationOfTheTestClientIsNotEnough() {
        assertThatThrownBy(() -> contextOf(AnnotationAlone.class))
                .rootCause().isInstanceOf(ClassNotFoundException.class)
                .hasMessage("org.springframework.boot.restclient.RestTemplateBuilder");
    }
}

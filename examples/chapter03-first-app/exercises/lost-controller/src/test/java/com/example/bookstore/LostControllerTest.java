package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ScannedGenericBeanDefinition;
import org.springframework.stereotype.Controller;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("GET /opening-hours")
@SpringBootTest
@AutoConfigureMockMvc
class LostControllerTest {

    @Autowired
    MockMvcTester mvc;

    @Test
    @DisplayName("控制器被扫描到了")
    void answers() {
        assertThat(mvc.get().uri("/opening-hours")).hasStatusOk().hasBodyTextEqualTo("每天 9:00 到 21:00");
    }

    @Test
    @DisplayName("回答它的控制器在启动类的包或者子包里，不是从别处扫描来的")
    void belowTheApplication(@Autowired ApplicationContext context) {
        assertThat(context.getBeansWithAnnotation(Controller.class).values())
                .extracting(controller -> controller.getClass().getPackageName() + ".")
                .filteredOn(name -> name.startsWith("com.example."))
                .isNotEmpty().allMatch(name -> name.startsWith("com.example.bookstore."));
    }

    @Test
    @DisplayName("它是扫描到的，不是哪个 @Bean 方法给的")
    void foundByScanning(@Autowired ConfigurableApplicationContext context) {
        assertThat(context.getBeanNamesForAnnotation(Controller.class))
                .filteredOn(name -> context.getType(name).getName().startsWith("com.example."))
                .isNotEmpty().extracting(context.getBeanFactory()::getBeanDefinition)
                .allMatch(ScannedGenericBeanDefinition.class::isInstance);
    }

    @Test
    @DisplayName("启动类还是一个光秃秃的 @SpringBootApplication：没有另写扫描范围")
    void withoutScanBasePackages() {
        assertThat(BookstoreApplication.class.getAnnotations())
                .singleElement().isInstanceOf(SpringBootApplication.class);
        SpringBootApplication annotation = BookstoreApplication.class.getAnnotation(SpringBootApplication.class);
        assertThat(annotation.scanBasePackages()).isEmpty();
        assertThat(annotation.scanBasePackageClasses()).isEmpty();
        // 也没有在里面另写 @Bean 方法或者配置类
        assertThat(BookstoreApplication.class.getDeclaredMethods())
                .filteredOn(method -> !method.isSynthetic())
                .extracting(Method::getName).containsExactly("main");
        assertThat(BookstoreApplication.class.getDeclaredClasses()).isEmpty();
    }
}

package com.example.bookstore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Supplier;

import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** 真端口上的整个应用，traceId 固定；用它的测试类共用一个上下文。 */
// region annotation
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
        classes = BookstoreApplication.class, properties = {
            // 追踪的依赖只在测试的类路径上，读者运行的应用里没有
            "spring.autoconfigure.exclude=org.springframework.boot.micrometer."
                + "observation.autoconfigure.ObservationAutoConfiguration",
            "management.otlp.metrics.export.enabled=false",
            // 让录下来的上传请求短一些
            "spring.servlet.multipart.max-file-size=60B"})
@AutoConfigureRestTestClient
@Import(BookstoreTest.FixedTraceId.class)
public @interface BookstoreTest {

    String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    @TestConfiguration(proxyBeanMethods = false)
    class FixedTraceId {

        @Bean
        @Primary
        Supplier<String> fixedTraceId() {
            return () -> TRACE_ID;
        }
    }
}
// endregion annotation

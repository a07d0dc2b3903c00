package com.example.probe.missing;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;

/** 第一个参数说用哪个自动配置。 */
public final class MissingApplication {

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(MethodConditionConfiguration.class)
    static class WithMethod {
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(NestedConditionConfiguration.class)
    static class WithNested {
    }

    private MissingApplication() {
    }

    public static void main(String[] args) {
        Class<?> source = args[0].equals("method") ? WithMethod.class : WithNested.class;
        try (var context = new SpringApplicationBuilder(source).run()) {
            System.out.println("slogan = " + context.getBean("slogan")
                    + "，有 shippingFees：" + context.containsBean("shippingFees"));
        }
    }
}

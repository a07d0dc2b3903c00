package com.example.probe;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.Map;
import java.util.TreeMap;

import com.example.bookstore.BookstoreApplication;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication;

/** 清点容器：每个 Bean 的定义来自哪个 jar。 */
public final class BeanCensus {

    private BeanCensus() {
    }

    /** 容器里常常没有 LANG，汉字都会打印成问号，那时按 UTF-8 打印。 */
    private static PrintStream legible(PrintStream stream) {
        return stream.charset().newEncoder().canEncode('书') ? stream
                : new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    }

    public static void main(String[] args) {
        System.setOut(legible(System.out));
        // region census
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            ConfigurableListableBeanFactory factory = context.getBeanFactory();
            Map<String, Integer> counts = new TreeMap<>();
            for (String name : factory.getBeanDefinitionNames()) {
                counts.merge(jarOf(origin(factory, name)), 1, Integer::sum);
            }
            counts.forEach((jar, count) -> System.out.printf("%4d  %s%n", count, jar));
        }
        // endregion census
    }

    /** The class that declares a bean: that of its {@code @Bean} method, or its own. */
    private static Class<?> origin(ConfigurableListableBeanFactory factory, String name) {
        BeanDefinition definition = factory.getMergedBeanDefinition(name);
        String factoryBean = definition.getFactoryBeanName();
        Class<?> type = factoryBean != null ? factory.getType(factoryBean) : null;
        if (type == null && definition.getBeanClassName() != null) {
            type = load(definition.getBeanClassName());
        }
        return type != null ? type : factory.getType(name);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        }
        catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static String jarOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            return "JDK";
        }
        // 打成一个 jar 之后，位置写成 app.jar/!BOOT-INF/lib/spring-web-7.0.0.jar!/
        String path = source.getLocation().getPath().replaceFirst("!/$", "");
        return path.endsWith(".jar")
                ? path.replaceAll(".*/", "").replaceAll("-\\d[\\w.-]*\\.jar$", "")
                : "你写的类";
    }
}

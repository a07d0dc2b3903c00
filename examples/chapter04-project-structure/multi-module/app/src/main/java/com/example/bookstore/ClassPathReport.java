package com.example.bookstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

import com.example.bookstore.catalog.Catalog;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/** 启动后打印：类从哪里来，由谁加载，classpath 里的资源是不是文件。 */
@Component
class ClassPathReport implements ApplicationRunner {

    private final Resource terms;

    ClassPathReport(@Value("classpath:terms.txt") Resource terms) {
        this.terms = terms;
    }

    // region report
    @Override
    public void run(ApplicationArguments arguments) throws IOException {
        for (Class<?> type : new Class<?>[] {
                BookstoreApplication.class, Catalog.class, SpringApplication.class }) {
            System.out.printf("%-20s %s%n", type.getSimpleName(),
                    type.getProtectionDomain().getCodeSource().getLocation());
        }
        System.out.println("类加载器             "
                + BookstoreApplication.class.getClassLoader().getClass().getName());
        System.out.println("读内容               "
                + terms.getContentAsString(UTF_8).strip());
        System.out.println("当作文件             " + asFile());
    }

    private String asFile() {
        try {
            return terms.getFile().getName();
        }
        catch (IOException ex) {
            return ex.toString();
        }
    }
    // endregion report
}

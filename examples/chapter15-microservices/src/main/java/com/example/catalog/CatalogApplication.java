package com.example.catalog;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

// region application
/** 目录服务，一个单独的进程。 */
@SpringBootApplication
public class CatalogApplication {

    public static void main(String[] args) {
        new SpringApplicationBuilder(CatalogApplication.class)
                // 三个应用住在同一个 Maven 模块里，各读各的配置文件
                .properties("spring.config.name=catalog")
                .run(args);
    }
}
// endregion application

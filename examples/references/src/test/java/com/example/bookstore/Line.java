package com.example.bookstore;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Spring Boot 的一条版本线。
 *
 * @param version 取来比较的补丁版本
 */
record Line(String version) {

    private static final String STARTER = "org.springframework.boot:spring-boot-starter-";

    static final Line BOOT_2 = new Line(System.getProperty("book.boot-2.version"));

    static final Line BOOT_3 = new Line(System.getProperty("book.boot-3.version"));

    static final Line BOOT_4_0 = new Line(System.getProperty("book.boot-4.0.version"));

    /** 本书用的版本。 */
    static final Line BOOK = new Line(System.getProperty("book.spring-boot.version"));

    /** 从旧到新。 */
    static final List<Line> ALL = List.of(BOOT_2, BOOT_3, BOOT_4_0, BOOK);

    /** 线的名字，例如 4.1。 */
    String name() {
        return this.version.substring(0, this.version.lastIndexOf('.'));
    }

    Published bom() {
        return Published.pom("spring-boot-dependencies", this.version);
    }

    /** 父 POM 与 BOM 的属性放在一起：前者有 Java 版本，后者有各个库的版本。 */
    String property(String name) {
        Map<String, String> parent = Published.pom("spring-boot-starter-parent", this.version)
                .properties();
        return parent.getOrDefault(name, bom().properties().get(name));
    }

    /** 这一版管理的 starter，不带共同的前缀。 */
    Set<String> starters() {
        return bom().managed().stream().filter(each -> each.startsWith(STARTER))
                .map(each -> each.substring(STARTER.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

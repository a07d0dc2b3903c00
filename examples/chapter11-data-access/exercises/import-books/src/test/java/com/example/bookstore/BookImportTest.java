package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

class BookImportTest {

    private static List<String> titles(AnnotationConfigApplicationContext context, String table) {
        return context.getBean(JdbcClient.class).sql("select title from " + table + " order by title")
                .query(String.class).list();
    }

    @Test
    @DisplayName("坏的那本一行也不留，好的都在")
    void oneBadBook() {
        try (var context = new AnnotationConfigApplicationContext(ImportConfiguration.class)) {
            List<String> failed = context.getBean(BookImport.class)
                    .importAll(new TreeMap<>(Map.of("A", 3, "B", -1, "C", 5)));
            assertThat(failed).containsExactly("B");
            assertThat(titles(context, "book")).containsExactly("A", "C");
            assertThat(titles(context, "stock")).containsExactly("A", "C");
        }
    }

    @Test
    @DisplayName("调用方已有事务：坏的那本照样不连累好的，调用方也能提交")
    void insideATransactionOfTheCaller() {
        try (var context = new AnnotationConfigApplicationContext(ImportConfiguration.class)) {
            List<String> failed = context.getBean(TransactionTemplate.class).execute(status -> context
                    .getBean(BookImport.class).importAll(new TreeMap<>(Map.of("A", 3, "B", -1, "C", 5))));
            assertThat(failed).containsExactly("B");
            assertThat(titles(context, "book")).containsExactly("A", "C");
            assertThat(titles(context, "stock")).containsExactly("A", "C");
        }
    }

    @Test
    @DisplayName("册数是 null：不论算不算失败，都不连累别的书，也不留一半")
    void noCopies() {
        Map<String, Integer> copiesByTitle = new TreeMap<>(Map.of("A", 3, "C", 5));
        copiesByTitle.put("B", null);
        try (var context = new AnnotationConfigApplicationContext(ImportConfiguration.class)) {
            context.getBean(BookImport.class).importAll(copiesByTitle);
            assertThat(titles(context, "stock")).contains("A", "C").isEqualTo(titles(context, "book"));
        }
    }

    @Test
    @DisplayName("第二张表因为另一条规矩写不进去：先查一遍册数防不住，那本也一行不留")
    void anotherRule() {
        try (var context = new AnnotationConfigApplicationContext(ImportConfiguration.class)) {
            context.getBean(JdbcClient.class).sql("alter table stock add check (copies <= 100)").update();
            List<String> failed = context.getBean(BookImport.class)
                    .importAll(new TreeMap<>(Map.of("A", 3, "B", 101, "C", 5)));
            assertThat(failed).containsExactly("B");
            assertThat(titles(context, "book")).containsExactly("A", "C");
            assertThat(titles(context, "stock")).containsExactly("A", "C");
        }
    }

    @Test
    @DisplayName("再导入一次同一本：算失败，原来的两行不动，也不多出一行")
    void again() {
        try (var context = new AnnotationConfigApplicationContext(ImportConfiguration.class)) {
            BookImport books = context.getBean(BookImport.class);
            assertThat(books.importAll(Map.of("A", 3))).isEmpty();
            assertThat(books.importAll(new TreeMap<>(Map.of("A", 4, "B", 5)))).containsExactly("A");
            assertThat(titles(context, "book")).containsExactly("A", "B");
            assertThat(titles(context, "stock")).containsExactly("A", "B");
        }
    }

    @Test
    @DisplayName("全都好：全都在")
    void allGood() {
        try (var context = new AnnotationConfigApplicationContext(ImportConfiguration.class)) {
            assertThat(context.getBean(BookImport.class).importAll(Map.of("A", 3))).isEmpty();
            assertThat(titles(context, "stock")).containsExactly("A");
        }
    }
}

package com.example.bookstore.rules;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.LocalDateTime;
import java.util.List;

import com.example.book.Recording;
import com.example.bookstore.shelf.ShelfApplication.Book;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import jakarta.persistence.Entity;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.bind.annotation.RestController;

/** Rules of the page that a test can check, tried on the page's own counter-examples and examples. */
class HouseRulesTest {

    // region rules
    static final ArchRule CONSTRUCTORS = NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    static final ArchRule RECORDS = noMethods()
            .that().areDeclaredInClassesThat().areAnnotatedWith(RestController.class)
            .should().haveRawParameterTypes(anyElementThat(annotatedWith(Entity.class)))
            .orShould().haveRawReturnType(annotatedWith(Entity.class))
            .allowEmptyShould(true); // 还没有控制器的项目，也不算违反

    static final ArchRule INSTANTS = noFields().should().haveRawType(LocalDateTime.class);

    // 写在方法上的、写在自己的注解上的也算
    static final ArchRule CLEAN = CompositeArchRule
            .of(noClasses().should().beMetaAnnotatedWith(DirtiesContext.class))
            .and(noMethods().should().beMetaAnnotatedWith(DirtiesContext.class));
    // endregion rules

    @RestController
    static class ReadingController {

        Book one() {
            return Book.of("三体", "59", "30");
        }
    }

    @RestController
    static class BatchController {

        List<Book> same(List<Book> books) {
            return books;
        }
    }

    @RestController
    static class WrappingController {

        ResponseEntity<Book> one() {
            return ResponseEntity.ok(Book.of("三体", "59", "30"));
        }
    }

    record Shown(Book book) {
    }

    @RestController
    static class RecordWithEntityController {

        Shown one() {
            return new Shown(Book.of("三体", "59", "30"));
        }
    }

    record Appointment(LocalDateTime at, String zone) {
    }

    static class DirtyMethod {

        @DirtiesContext
        void adds() {
        }
    }

    @DirtiesContext
    @Retention(RetentionPolicy.RUNTIME)
    @interface BookstoreTest {
    }

    @BookstoreTest
    static class DirtyAnnotation {
    }

    private static String verdict(ArchRule rule, String type) throws ClassNotFoundException {
        Class<?> checked = Class.forName("com.example.bookstore." + type);
        boolean caught = rule.allowEmptyShould(true)
                .evaluate(new ClassFileImporter().importClasses(checked)).hasViolation();
        return "%s %s".formatted(caught ? "抓到" : "放过", checked.getSimpleName());
    }

    private static String row(String name, ArchRule rule, String bad, String good) throws ClassNotFoundException {
        return "%-12s  %s，%s%n".formatted(name, verdict(rule, bad), verdict(rule, good));
    }

    @Test
    @DisplayName("四条规则抓到本页的反例，放过正例")
    void catchesTheCounterExamples() throws ClassNotFoundException {
        String table = row("CONSTRUCTORS", CONSTRUCTORS, "wiring.ConstructorInjectionTest$FieldCheckout",
                "wiring.ConstructorInjectionTest$Checkout")
                + row("RECORDS", RECORDS, "shelf.ShelfApplication$EntityController",
                        "shelf.ShelfApplication$RecordController")
                + row("INSTANTS", INSTANTS, "time.MomentTest$LocalReceipt", "time.MomentTest$Receipt")
                + row("CLEAN", CLEAN, "tests.ContextCacheTest$DirtyTests", "tests.ContextCacheTest$CleanTests");
        assertThat(table.lines()).hasSize(4).allSatisfy(
                line -> assertThat(line).containsSubsequence("  抓到 ", "，放过 "));
        Recording.check("house-rules.txt", table);
    }

    @Test
    @DisplayName("CONSTRUCTORS 也会抓测试类里的字段注入，所以导入时排除测试")
    void fieldInjectionInTestsIsCaughtToo() throws ClassNotFoundException {
        assertThat(verdict(CONSTRUCTORS, "tests.ContextCacheTest$CleanTests")).isEqualTo("抓到 CleanTests");
    }

    @Test
    @DisplayName("实体作返回值，@DirtiesContext 写在方法上、写在自己的注解上：也抓到")
    void otherPlaces() throws ClassNotFoundException {
        assertThat(verdict(RECORDS, "rules.HouseRulesTest$ReadingController")).isEqualTo("抓到 ReadingController");
        assertThat(verdict(CLEAN, "rules.HouseRulesTest$DirtyMethod")).isEqualTo("抓到 DirtyMethod");
        assertThat(verdict(CLEAN, "rules.HouseRulesTest$DirtyAnnotation")).isEqualTo("抓到 DirtyAnnotation");
    }

    @Test
    @DisplayName("项目里一个控制器也没有：RECORDS.check 照样通过")
    void projectWithoutControllers() {
        assertThatCode(() -> RECORDS.check(new ClassFileImporter().importClasses(Appointment.class)))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("规则的边界：List、ResponseEntity、record 里的实体看不见，该用 LocalDateTime 的预约也抓")
    void limits() throws ClassNotFoundException {
        assertThat(verdict(RECORDS, "rules.HouseRulesTest$BatchController")).isEqualTo("放过 BatchController");
        assertThat(verdict(RECORDS, "rules.HouseRulesTest$WrappingController")).isEqualTo("放过 WrappingController");
        assertThat(verdict(RECORDS, "rules.HouseRulesTest$RecordWithEntityController"))
                .isEqualTo("放过 RecordWithEntityController");
        assertThat(verdict(INSTANTS, "rules.HouseRulesTest$Appointment")).isEqualTo("抓到 Appointment");
    }
}

package com.example.probe;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import com.example.inlined.catalog.BookPage;
import com.example.inlined.ordering.OrderLimits;
import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.freeze.FreezingArchRule;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.core.Violations;

@DisplayName("边界被越过时，测试怎样失败")
class GuardTest {

    @Test
    @DisplayName("目录里用了订单：mvn test 变红，报出类、方法、行号")
    void aViolationTurnsTheBuildRed() {
        String catalog = "src/main/java/com/example/bookstore/catalog/BookController.java";
        MavenProject project = MavenProject.copy("chapter04-project-structure/reader-project", "violation")
                .edit("src/main/java/com/example/bookstore/ordering/OrderService.java",
                        "class OrderService", "public class OrderService")
                .edit(catalog, "    BookController(Catalog catalog) {",
                        "    BookController(Catalog catalog,\n"
                                + "            com.example.bookstore.ordering.OrderService orders) {");
        ConsoleRun run = project.maven("en", "test");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("catalogDoesNotKnowOrdering", "featuresAreFreeOfCycles",
                "Tests run: 3, Failures: 2");
        Recording.check("violation.txt", run.output().lines()
                .dropWhile(line -> !line.startsWith("[ERROR] Failures:"))
                .takeWhile(line -> !line.startsWith("[ERROR] Failed to execute"))
                .filter(line -> !line.equals("[INFO] ") && !line.startsWith("[INFO] ---")
                        && !line.startsWith("[INFO] Total") && !line.startsWith("[INFO] Finished"))
                .collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("没有 Bean 的循环 Spring 看不见，ArchUnit 看得见")
    void packagesInACircle() {
        JavaClasses tangled = new ClassFileImporter().importPackages("com.example.tangled");
        Throwable thrown = catchThrowable(() -> slices().matching("com.example.tangled.(*)..")
                .should().beFreeOfCycles().check(tangled));
        assertThat(thrown).isInstanceOf(AssertionError.class);
        Recording.check("package-cycle.txt", thrown.getMessage());
    }

    @Test
    @DisplayName("包名写错，规则没有检查到任何类：ArchUnit 判为失败；错在 should() 后面，悄悄通过")
    void aRuleWithoutClasses() {
        // region typo
        ArchRule rule = ArchRuleDefinition.noClasses()
                .that().resideInAPackage("..bookstore.catalogue..")
                .should().dependOnClassesThat().resideInAPackage("..bookstore.ordering..");
        // endregion typo
        Throwable thrown = catchThrowable(() -> rule.check(bookstore()));
        assertThat(thrown).isInstanceOf(AssertionError.class);
        Recording.check("empty-rule.txt", thrown.getMessage());
        assertThat(orderingDoesNotUse("..bookstore.catalogue..").evaluate(bookstore()).hasViolation()).isFalse();
        assertThat(orderingDoesNotUse("..bookstore.catalog..").evaluate(bookstore()).hasViolation()).isTrue();
    }

    @Test
    @DisplayName("只用了对方的编译期常量：值已经抄进字节码，ArchUnit 看不见这次越界")
    void aConstantOfAnotherPackageIsNotSeen() {
        JavaClasses inlined = new ClassFileImporter().importPackages("com.example.inlined");
        assertThat(inlined.get(BookPage.class).getDirectDependenciesFromSelf())
                .noneMatch(dependency -> dependency.getTargetClass().isEquivalentTo(OrderLimits.class));
        ArchRuleDefinition.noClasses().that().resideInAPackage("..inlined.catalog..")
                .should().dependOnClassesThat().resideInAPackage("..inlined.ordering..").check(inlined);
    }

    private static ArchRule orderingDoesNotUse(String packages) {
        return ArchRuleDefinition.noClasses().that().resideInAPackage("..bookstore.ordering..")
                .should().dependOnClassesThat().resideInAPackage(packages);
    }

    @Test
    @DisplayName("老项目：先冻结已有的越界，从此只报新增的；规则改一个字就重新冻结，除非不许更新")
    void freezing() throws IOException {
        Path store = Files.createTempDirectory(Recording.module().resolve("target"), "frozen");
        ArchConfiguration.get().setProperty("freeze.store.default.path", store.toString());
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreCreation", "true");
        // region freeze
        ArchRule rule = FreezingArchRule.freeze(
                ArchRuleDefinition.noClasses().should().bePublic());
        // endregion freeze
        rule.check(new ClassFileImporter().importPackages("com.example.tangled.catalog"));
        Throwable thrown = catchThrowable(
                () -> rule.check(new ClassFileImporter().importPackages("com.example.tangled")));
        assertThat(thrown).isInstanceOf(AssertionError.class)
                .hasMessageContaining("Sales").message().doesNotContain("Bestsellers");
        assertThat(frozen(store)).hasSize(1).first().asString().contains("Bestsellers");
        // 不许更新：已有的越界照样不报，改好了反而失败，因为文件里少不掉那一处。
        JavaClasses better = new ClassFileImporter().importClasses(GuardTest.class);
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreUpdate", "false");
        rule.check(new ClassFileImporter().importPackages("com.example.tangled.catalog"));
        assertThat(catchThrowable(() -> rule.check(better)))
                .isNotNull().hasMessageContaining("allowStoreUpdate");
        // 改好之后再运行一次：不失败，文件里那一处没有了。
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreUpdate", "true");
        rule.check(better);
        assertThat(frozen(store)).isEmpty();
        // 不许更新：改了理由的规则是一条新规则，测试失败。
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreCreation", "false");
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreUpdate", "false");
        JavaClasses tangled = new ClassFileImporter().importPackages("com.example.tangled");
        ArchRule reworded = FreezingArchRule.freeze(
                ArchRuleDefinition.noClasses().should().bePublic().because("换了一句理由"));
        assertThat(catchThrowable(() -> reworded.check(tangled)))
                .isNotNull().hasMessageContaining("allowStoreUpdate");
        assertThat(frozen(store)).isEmpty();
        // 默认可以更新：新增的两处越界也冻结了，测试是绿的。
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreUpdate", "true");
        reworded.check(tangled);
        assertThat(frozen(store)).hasSize(2);
        // 整个目录没有了，又没有允许新建：失败，不会重新冻结一遍。
        ArchConfiguration.get().setProperty("freeze.store.default.path", store.resolve("lost").toString());
        assertThat(catchThrowable(() -> rule.check(tangled)))
                .isNotNull().hasMessageContaining("allowStoreCreation");
    }

    @Test
    @DisplayName("冻结的越界按文字认：行号变了还认得；方法改了名，就算新增的")
    void aFrozenViolationIsKnownByItsText() throws IOException {
        Path store = Files.createTempDirectory(Recording.module().resolve("target"), "frozen");
        ArchConfiguration.get().setProperty("freeze.store.default.path", store.toString());
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreCreation", "true");
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreUpdate", "true");
        ArchRule rule = FreezingArchRule.freeze(ArchRuleDefinition.noClasses()
                .should().dependOnClassesThat().resideInAPackage("..tangled.ordering.."));
        String body = "int %s(String isbn) { return com.example.tangled.ordering.Sales.of(isbn); }";
        rule.check(shelf("frozen", body.formatted("sold")));
        rule.check(shelf("moved", "\n\n" + body.formatted("sold")));
        assertThat(catchThrowable(() -> rule.check(shelf("renamed", body.formatted("soldCopies")))))
                .isInstanceOf(AssertionError.class).hasMessageContaining("was violated (1 times)")
                .hasMessageContaining("soldCopies");
    }

    private static JavaClasses shelf(String variant, String body) {
        Class<?> compiled = SourceCompiler.load("shelf-" + variant, "com.example.shelves.Shelf",
                "package com.example.shelves;\n\nclass Shelf {\n\n    " + body + "\n}\n");
        return new ClassFileImporter().importUrl(compiled.getProtectionDomain().getCodeSource().getLocation());
    }

    /** The violations in the files of the store, one a line; stored.rules only says which rule has which file. */
    private static List<String> frozen(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(file -> !file.endsWith("stored.rules")).flatMap(file -> {
                try {
                    return Files.readAllLines(file).stream();
                }
                catch (IOException ex) {
                    throw new UncheckedIOException(ex);
                }
            }).filter(line -> !line.isBlank()).toList();
        }
    }

    private static JavaClasses bookstore() {
        return new ClassFileImporter().importPackages("com.example.bookstore");
    }

    @Test
    @DisplayName("Spring Modulith：每个直接子包是一个模块；模块成环时 verify 失败")
    void modulith() {
        // region modulith
        ApplicationModules modules = ApplicationModules.of(BookstoreApplication.class);
        modules.verify();
        // endregion modulith
        ApplicationModules tangled = ApplicationModules.of("com.example.tangled", location -> true);
        assertThat(catchThrowable(tangled::verify)).isInstanceOf(Violations.class)
                .hasMessageContaining("Cycle detected");
        assertThat(modules.stream().map(module -> module.getIdentifier().toString()))
                .containsExactlyInAnyOrder("catalog", "ordering");
        Recording.check("modulith.txt", modules.stream().map(Object::toString).sorted()
                .collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("读者的 pom 与本书构建用同一个 ArchUnit")
    void oneVersionOfArchUnit() {
        String jar = Stream.of(System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                .filter(entry -> entry.matches(".*archunit-[\\d.]+\\.jar")).findFirst().orElseThrow();
        String version = Path.of(jar).getFileName().toString().replaceAll("archunit-|\\.jar", "");
        assertThat(Recording.module().resolve("reader-project/pom.xml"))
                .content().contains("<version>" + version + "</version>");
    }
}

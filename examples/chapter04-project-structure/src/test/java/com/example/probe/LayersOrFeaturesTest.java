package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.Compilation;
import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import com.example.layered.LayeredApplication;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

@DisplayName("同一个书店，按层分包与按功能分包")
class LayersOrFeaturesTest {

    private static final Path CHANGE = Recording.module().resolve("change-request");

    private static final JavaClasses LAYERS = classes("com.example.layered");
    private static final JavaClasses FEATURES = classes("com.example.bookstore");

    private static JavaClasses classes(String packageName) {
        return new ClassFileImporter().withImportOption(location ->
                        !location.contains("ArchitectureTest"))
                .importPackages(packageName);
    }

    @Test
    @DisplayName("两种分法的应用行为一样；包内可见的 Bean、record 和控制器照常工作")
    void bothAnswerTheSame() {
        String features = answers(BookstoreApplication.class);
        assertThat(features).startsWith("200[").contains("红楼梦").contains("\"total\":90.00").contains("201{")
                .as("还没有校验").contains("\"total\":-90.00").endsWith("422null");
        assertThat(answers(LayeredApplication.class)).isEqualTo(features);
    }

    private static String answers(Class<?> application) {
        try (var context = new SpringApplicationBuilder(application)
                .run("--server.port=0", "--spring.main.banner-mode=off")) {
            RestClient client = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory())
                    .defaultStatusHandler(status -> true, (request, response) -> { })
                    .baseUrl("http://localhost:" + context.getEnvironment().getProperty("local.server.port"))
                    .build();
            var books = client.get().uri("/books").retrieve().toEntity(String.class);
            return books.getStatusCode().value() + books.getBody()
                    + order(client, "9787506365437", 2) + order(client, "9787506365437", -2)
                    + order(client, "0", 2);
        }
    }

    private static String order(RestClient client, String isbn, int quantity) {
        var response = client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON)
                .body("{\"isbn\": \"%s\", \"quantity\": %d}".formatted(isbn, quantity)).retrieve()
                .toEntity(String.class);
        return response.getStatusCode().value() + response.getBody();
    }

    @Test
    @DisplayName("加一句赠言：改动的文件一样多，散落的包不一样；能碰到它们的类也不一样")
    void aChangeRequest() throws IOException {
        List<Path> layers = changed("com/example/layered");
        List<Path> features = changed("com/example/bookstore");
        compiles("layered", layers, Recording.module().resolve("src/test/java"));
        compiles("bookstore", features, Recording.module().resolve("reader-project/src/main/java"));

        StringBuilder table = new StringBuilder(row("", "按层", "按功能"));
        table.append(row("类的总数", LAYERS.size(), FEATURES.size()));
        table.append(row("public 的类", publicClasses(LAYERS).count(), publicClasses(FEATURES).count()));
        table.append(row("加赠言：改动的文件", layers.size(), features.size()));
        table.append(row("加赠言：改动的包", packages(layers), packages(features)));
        table.append(row("加赠言：编译器允许引用改动处的类", mayUse(LAYERS, layers), mayUse(FEATURES, features)));
        assertThat(publicClasses(FEATURES).map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("BookstoreApplication", "Catalog");
        assertThat(publicClasses(LAYERS)).as("按层：写了 public 的，别的包都在用，去不掉")
                .filteredOn(type -> !type.isEquivalentTo(LayeredApplication.class))
                .allMatch(type -> type.getDirectDependenciesToSelf().stream().anyMatch(dependency ->
                        !dependency.getOriginClass().getPackageName().equals(type.getPackageName())));
        assertThat(packages(features)).isEqualTo(1);
        Recording.check("layers-or-features.txt", table.toString());
    }

    /** A row with columns in which a Chinese character takes two. */
    private static String row(String name, Object layers, Object features) {
        Function<String, Integer> columns = text -> (int) text.chars().map(c -> c > 255 ? 2 : 1).sum();
        return name + " ".repeat(40 - columns.apply(name)) + layers
                + " ".repeat(8 - columns.apply(layers.toString())) + features + "\n";
    }

    private static Stream<JavaClass> publicClasses(JavaClasses classes) {
        return classes.stream().filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC));
    }

    /** Classes, other than the changed ones, that could refer to a changed class. */
    private static long mayUse(JavaClasses classes, List<Path> changed) {
        List<JavaClass> types = changed.stream().map(file -> classes.get(
                CHANGE.relativize(file).toString().replace(".java", "").replace('/', '.').replace('\\', '.')))
                .toList();
        return classes.stream().filter(type -> !types.contains(type))
                .filter(type -> types.stream().anyMatch(target -> target.getModifiers().contains(JavaModifier.PUBLIC)
                        || target.getPackageName().equals(type.getPackageName())))
                .count();
    }

    private static long packages(List<Path> files) {
        return files.stream().map(Path::getParent).distinct().count();
    }

    private static List<Path> changed(String packageFolder) throws IOException {
        return javaFiles(CHANGE.resolve(packageFolder));
    }

    /** The change request's files and the others of the same application compile together. */
    private static void compiles(String application, List<Path> changed, Path sources) throws IOException {
        List<String> replaced = changed.stream().map(file -> CHANGE.relativize(file).toString()).toList();
        List<Path> all = javaFiles(sources.resolve("com/example").resolve(application)).stream()
                .filter(file -> !replaced.contains(sources.relativize(file).toString()))
                .collect(Collectors.toList());
        all.addAll(changed);
        assertThat(SourceCompiler.compile("change-" + application, all)).isDirectory();
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    @Test
    @DisplayName("别的功能绕过 Catalog 去用仓储：编译不过")
    void theCompilerGuardsPackagePrivateClasses() {
        String errors = Compilation.errors("failures/BargainFinder.java");
        assertThat(errors).contains("is not public in com.example.bookstore.catalog");
        Recording.check("not-public.txt", errors);
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

@DisplayName("spring.config.import")
class ImportTest {

    static class Nothing {
    }

    private static ConfigurableEnvironment environment(String... arguments) {
        try (var context = new SpringApplicationBuilder(Nothing.class).logStartupInfo(false).run(arguments)) {
            return context.getEnvironment();
        }
    }

    @Test
    @DisplayName("configtree：文件名是键，内容是值，末尾的换行去掉")
    void configTree(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("bookstore.name"), "挂载的书店\n");
        Files.createDirectories(folder.resolve("bookstore/cover"));
        Files.writeString(folder.resolve("bookstore/cover/max-size"), "8MB");
        ConfigurableEnvironment environment = environment(
                "--spring.config.import=configtree:" + folder + "/");
        assertThat(environment.getProperty("bookstore.name")).isEqualTo("挂载的书店");
        assertThat(environment.getProperty("bookstore.cover.max-size")).isEqualTo("8MB");
    }

    @Test
    @DisplayName("configtree：内容有好几行时，末尾的换行留着；.. 开头的目录跳过")
    void configTreeKeepsLines(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("bookstore.certificate"), "-----BEGIN\n-----END\n");
        Files.createDirectories(folder.resolve("..data"));
        Files.writeString(folder.resolve("..data/bookstore.name"), "隐藏");
        ConfigurableEnvironment environment = environment(
                "--spring.config.import=configtree:" + folder + "/");
        assertThat(environment.getProperty("bookstore.certificate")).isEqualTo("-----BEGIN\n-----END\n");
        assertThat(environment.getProperty("..data.bookstore.name")).isNull();
        assertThat(environment.getProperty("bookstore.name")).isEqualTo("书店");
    }

    @Test
    @DisplayName("configtree 的文件名不走环境变量的规则：大写加下划线的绑定不到")
    void configTreeNames(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("SPRING_DATASOURCE_PASSWORD"), "一");
        Files.writeString(folder.resolve("db_password"), "二");
        Files.writeString(folder.resolve("spring.datasource.url"), "三");
        Binder binder = Binder.get(environment("--spring.config.import=configtree:" + folder + "/"));
        assertThat(binder.bind("spring.datasource.password", String.class).isBound()).isFalse();
        assertThat(binder.bind("dbpassword", String.class).get()).isEqualTo("二");
        assertThat(binder.bind("spring.datasource.url", String.class).get()).isEqualTo("三");
    }

    @Test
    @DisplayName("SPRING_APPLICATION_JSON 写成系统属性 spring.application.json 也认")
    void jsonAsASystemProperty() {
        System.setProperty("spring.application.json", "{\"bookstore\": {\"name\": \"一段 JSON\"}}");
        try {
            assertThat(environment().getProperty("bookstore.name")).isEqualTo("一段 JSON");
        }
        finally {
            System.clearProperty("spring.application.json");
        }
    }

    @Test
    @DisplayName("properties 的反斜杠是转义符，行尾的空格留在值里")
    void propertiesEscapes(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("paths.properties");
        Files.write(file, List.of("a=C:\\books\\new", "b=C:\\\\books\\\\new", "c=C:/books/new", "d=三体  "));
        ConfigurableEnvironment environment = environment(
                "--spring.config.import=file:" + file + "[encoding=utf-8]");
        assertThat(environment.getProperty("a")).isEqualTo("C:books\new");
        assertThat(environment.getProperty("b")).isEqualTo("C:\\books\\new");
        assertThat(environment.getProperty("c")).isEqualTo("C:/books/new");
        assertThat(environment.getProperty("d")).isEqualTo("三体  ");
    }

    @Test
    @DisplayName("没有扩展名的文件，用 [.yml] 说明格式")
    void extensionHint(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("shop"), "bookstore:\n  name: 没有扩展名\n");
        assertThat(environment("--spring.config.import=file:" + folder + "/shop[.yml]")
                .getProperty("bookstore.name")).isEqualTo("没有扩展名");
    }

    @Test
    @DisplayName("optional: 不存在就算了")
    void optional() {
        assertThat(environment("--spring.config.import=optional:file:./shop.yml")
                .getProperty("bookstore.name")).isEqualTo("书店");
    }

    @Test
    @DisplayName("env: 一个环境变量装下整份 YAML")
    void oneVariable() {
        ConfigurableEnvironment environment = environment("--spring.config.import=env:BOOKSTORE_CONFIG[.yml]");
        assertThat(environment.getProperty("bookstore.name")).isEqualTo("from-one-variable");
        assertThat(environment.getProperty("bookstore.languages[1]")).isEqualTo("ja");
        assertThat(Binder.get(environment).bind("bookstore.labels", Bindable.mapOf(String.class, String.class)).get())
                .containsEntry("newBook", "new").containsEntry("pre-order", "soon");
    }

    @Test
    @DisplayName("被导入的文件盖过写 import 的文件，与 import 写在第几行无关；写在命令行上的 import 盖过 application-prod")
    void importedWins(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("extra.properties"), "a=extra\nb=extra\n");
        Files.writeString(folder.resolve("application.properties"),
                "spring.config.import=extra.properties\na=application\nc=application\n");
        Files.writeString(folder.resolve("application-prod.properties"), "b=prod\n");
        ConfigurableEnvironment environment = environment(
                "--spring.config.location=file:" + folder + "/", "--spring.profiles.active=prod");
        List<String> result = List.of("a", "b", "c").stream()
                .map(key -> key + " = " + environment.getProperty(key)).toList();
        assertThat(result).containsExactly("a = extra", "b = prod", "c = application");
        Files.writeString(folder.resolve("application.properties"), "c=application\n");
        ConfigurableEnvironment fromArgument = environment(
                "--spring.config.location=file:" + folder + "/", "--spring.profiles.active=prod",
                "--spring.config.import=file:" + folder + "/extra.properties", "--a=argument");
        assertThat(fromArgument.getProperty("a")).isEqualTo("argument");
        assertThat(fromArgument.getProperty("b")).isEqualTo("extra");
    }

    @Test
    @DisplayName("命令行上的 import 不写 file:，从当前目录找，不从 location 那里找")
    void anImportOnTheCommandLine(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("extra.properties"), "a=extra\n");
        assertThat(catchThrowable(() -> environment("--spring.config.location=file:" + folder + "/",
                "--spring.config.import=extra.properties")))
                .hasMessageContaining("Config data resource 'file [extra.properties]'")
                .hasMessageContaining("cannot be found");
        Path here = Files.createTempFile(Path.of("target"), "extra", ".properties");
        try {
            Files.writeString(here, "a=here\n");
            assertThat(environment("--spring.config.import=" + here).getProperty("a")).isEqualTo("here");
        }
        finally {
            Files.delete(here);
        }
    }

    @PropertySource("classpath:property-source.yml")
    static class YamlAsPropertySource {
    }

    @Test
    @DisplayName("@PropertySource 指定一个 YAML 文件：不报错，按 properties 读，层次都丢了")
    void yamlAsAPropertySource() {
        try (var context = new SpringApplicationBuilder(YamlAsPropertySource.class).logStartupInfo(false).run()) {
            assertThat(context.getEnvironment().getProperty("shop.shelf.width")).isNull();
            assertThat(context.getEnvironment().getProperty("width")).isEqualTo("50");
        }
    }

    @Test
    @DisplayName("用 --- 分成几份时，被导入的文件低于后面的份；它的 Profile 变体也会读进来，连 application-prod 也盖过")
    void importedBelowLaterDocuments(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("extra.properties"), "a=extra\nb=extra\nc=extra\n");
        Files.writeString(folder.resolve("extra-prod.properties"), "c=extra-prod\n");
        Files.writeString(folder.resolve("application.properties"),
                "spring.config.import=extra.properties\na=first\nb=first\n#---\nb=second\n");
        Files.writeString(folder.resolve("application-prod.properties"), "a=prod\nc=prod\n");
        String location = "--spring.config.location=file:" + folder + "/";
        ConfigurableEnvironment environment = environment(location, "--spring.profiles.active=prod");
        assertThat(environment.getProperty("a")).isEqualTo("prod");
        assertThat(environment(location).getProperty("a")).isEqualTo("extra");
        assertThat(environment.getProperty("b")).isEqualTo("second");
        assertThat(environment.getProperty("c")).isEqualTo("extra-prod");
        assertThat(environment(location).getProperty("c")).isEqualTo("extra");
    }

    @Test
    @DisplayName("additional-location 盖过默认的各处，连 Profile 专用的也盖过；location 把它们整个换掉")
    void locations(@TempDir Path folder) throws IOException {
        Path shared = Files.createDirectories(folder.resolve("shared"));
        Files.writeString(shared.resolve("application.properties"), "bookstore.name=shared\n");
        ConfigurableEnvironment additional = environment("--spring.profiles.active=prod",
                "--spring.config.additional-location=file:" + shared + "/");
        assertThat(additional.getProperty("bookstore.name")).isEqualTo("shared");
        assertThat(additional.getProperty("bookstore.shipping.pay-within")).isEqualTo("15m");
        ConfigurableEnvironment only = environment("--spring.profiles.active=prod",
                "--spring.config.location=file:" + shared + "/");
        assertThat(only.getProperty("bookstore.name")).isEqualTo("shared");
        assertThat(only.getProperty("bookstore.shipping.pay-within")).isNull();
        assertThat(catchThrowable(() -> environment("--spring.config.additional-location=file:" + folder + "/none/")))
                .hasMessageContaining("cannot be found");
        assertThat(environment("--spring.config.additional-location=optional:file:" + folder + "/none/")
                .getProperty("bookstore.name")).isEqualTo("书店");
        Path inside = Files.createDirectories(folder.resolve("inside"));
        Files.writeString(inside.resolve("application.properties"),
                "bookstore.name=inside\nspring.config.additional-location=file:" + shared + "/\n");
        assertThat(environment("--spring.config.location=file:" + inside + "/")
                .getProperty("bookstore.name")).isEqualTo("inside");
        Files.writeString(inside.resolve("application.properties"),
                "bookstore.name=inside\nspring.config.location=file:" + shared + "/\n");
        assertThat(environment("--spring.config.additional-location=file:" + inside + "/")
                .getProperty("bookstore.name")).isEqualTo("inside");
    }

    @Test
    @DisplayName("被导入的文件算在写 import 的那个文件的范围里：自己放在更优先的一处，也低于那一处的普通文件和这一处的 application-prod")
    void theScopeIsThatOfTheFileThatImports(@TempDir Path folder) throws IOException {
        Path inside = Files.createDirectories(folder.resolve("inside"));
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(inside.resolve("application.properties"),
                "spring.config.import=file:" + outside + "/extra.properties\na=inside\n");
        Files.writeString(inside.resolve("application-prod.properties"), "b=prod\n");
        Files.writeString(outside.resolve("application.properties"), "c=outside\n");
        Files.writeString(outside.resolve("extra.properties"), "a=extra\nb=extra\nc=extra\n");
        ConfigurableEnvironment environment = environment("--spring.profiles.active=prod",
                "--spring.config.location=file:" + inside + "/,file:" + outside + "/");
        assertThat(environment.getProperty("a")).isEqualTo("extra");
        assertThat(environment.getProperty("b")).isEqualTo("prod");
        assertThat(environment.getProperty("c")).isEqualTo("outside");
    }

    @Test
    @DisplayName("properties 里的中文：默认不按 UTF-8 读，[encoding=utf-8] 才是")
    void encoding(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("shop.properties"), "bookstore.name=书店\n");
        String location = "--spring.config.import=file:" + folder + "/shop.properties";
        String plain = environment(location).getProperty("bookstore.name");
        String hinted = environment(location + "[encoding=utf-8]").getProperty("bookstore.name");
        assertThat(plain).isNotEqualTo("书店").hasSize(6);
        assertThat(hinted).isEqualTo("书店");
        Recording.check("properties-encoding.txt", """
                shop.properties                   → %s
                shop.properties[encoding=utf-8]   → %s
                """.formatted(plain.replaceAll("\\p{Cc}", "?"), hinted));
    }

    @Test
    @DisplayName("random.* 高于文件、低于命令行，只回答 random. 开头的键")
    void random(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.properties"), "random.int=file\nbookstore.id=${random.uuid}\n");
        ConfigurableEnvironment environment = environment("--spring.config.location=file:" + folder + "/");
        assertThat(environment.getProperty("random.int")).isNotEqualTo("file").matches("-?\\d+");
        assertThat(environment.getProperty("bookstore.id")).hasSize(36);
        assertThat(environment("--random.int=argument").getProperty("random.int")).isEqualTo("argument");
        assertThat(environment().getProperty("spring.application.pid")).matches("\\d+");
        assertThat(environment("--spring.application.pid=argument").getProperty("spring.application.pid"))
                .isEqualTo("argument");
    }

    @Test
    @DisplayName("Profile：后激活的盖过先激活的，分组的成员盖过组名，on-profile 的一份只在那时生效")
    void profiles(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.properties"),
                "part=base\n#---\nspring.config.activate.on-profile=mysql\npart=mysql\n");
        for (String profile : List.of("prod", "mysql")) {
            Files.writeString(folder.resolve("application-" + profile + ".properties"), "from=" + profile + "\n");
        }
        String location = "--spring.config.location=file:" + folder + "/";
        assertThat(environment(location, "--spring.profiles.active=prod,mysql").getProperty("from"))
                .isEqualTo("mysql");
        assertThat(environment(location, "--spring.profiles.active=mysql,prod").getProperty("from"))
                .isEqualTo("prod");
        ConfigurableEnvironment group = environment(location, "--spring.profiles.active=prod",
                "--spring.profiles.group.prod=mysql");
        assertThat(group.getProperty("from")).isEqualTo("mysql");
        assertThat(group.getProperty("part")).isEqualTo("mysql");
        assertThat(environment(location).getProperty("part")).isEqualTo("base");
        Files.writeString(folder.resolve("application-default.properties"), "from=default\n");
        assertThat(environment(location).getProperty("from")).isEqualTo("default");
        assertThat(environment(location, "--spring.profiles.active=quiet").getProperty("from")).isNull();
    }

    @Test
    @DisplayName("on-profile 的一份里写 spring.profiles.active：不报错，没有激活 prod 也生效，同一份里别的键不生效")
    void anInactiveDocumentActivatesAProfile(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.properties"), """
                part=base
                #---
                spring.config.activate.on-profile=prod
                spring.profiles.active=mysql
                part=prod
                """);
        ConfigurableEnvironment environment = environment("--spring.config.location=file:" + folder + "/");
        assertThat(environment.getActiveProfiles()).containsExactly("mysql");
        assertThat(environment.getProperty("part")).isEqualTo("base");
    }

    @Test
    @DisplayName("后激活的盖过先激活的，只在同一个范围里：jar 外的 application-prod 盖过 jar 里的 application-mysql")
    void theScopeComesBeforeTheOrderOfProfiles(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application-prod.properties"), "bookstore.labels.storage=outside\n");
        ConfigurableEnvironment environment = environment("--spring.profiles.active=prod",
                "--spring.config.additional-location=file:" + folder + "/");
        assertThat(environment.getActiveProfiles()).containsExactly("prod", "mysql", "quiet");
        assertThat(environment.getProperty("bookstore.labels.storage")).isEqualTo("outside");
        assertThat(environment("--spring.profiles.active=prod").getProperty("bookstore.labels.storage"))
                .isEqualTo("MySQL");
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;

@DisplayName("YAML 的意外")
class YamlTest {

    static List<PropertySource<?>> load(String file) {
        try {
            return new YamlPropertySourceLoader().load(file, new ClassPathResource(file));
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    @Test
    @DisplayName("on、no、前导零、版本号、时刻：读成了什么")
    void scalars() {
        EnumerablePropertySource<?> source = (EnumerablePropertySource<?>) load("surprises.yml").getFirst();
        Binder binder = new Binder(ConfigurationPropertySources.from(source));
        StringBuilder table = new StringBuilder();
        for (String name : source.getPropertyNames()) {
            table.append("%-16s → %-10s %s%n".formatted(name, binder.bind(name, String.class).orElse("（空）"),
                    source.getProperty(name).getClass().getSimpleName()));
        }
        Recording.check("yaml-surprises.txt", table.toString());
        assertThat(binder.bind("country", String.class).get()).isEqualTo("false");
        assertThat(binder.bind("switch", String.class).get()).isEqualTo("true");
        assertThat(binder.bind("member-no", String.class).get()).isEqualTo("668");
    }

    @Test
    @DisplayName("键也照样猜：no 成了 false，010 成了 8；加上引号就不猜")
    void keysAreGuessedToo() throws IOException {
        PropertySource<?> source = new YamlPropertySourceLoader().load("shop", new ByteArrayResource(
                "plain: {no: 挪威, 010: 北京}\nquoted: {\"no\": 挪威, \"010\": 北京}\n"
                        .getBytes(StandardCharsets.UTF_8))).getFirst();
        Binder binder = new Binder(ConfigurationPropertySources.from(source));
        assertThat(binder.bind("plain", Bindable.mapOf(String.class, String.class)).get()).containsOnlyKeys("false", "8");
        assertThat(binder.bind("quoted", Bindable.mapOf(String.class, String.class)).get())
                .containsOnlyKeys("no", "010");
    }

    @Test
    @DisplayName("properties 不猜类型：no、01234 是原样的字符，空着的值是空字符串")
    void propertiesDoNotGuess() throws IOException {
        PropertySource<?> source = new PropertiesPropertySourceLoader().load("shop", new ByteArrayResource(
                "country=no\nmember-no=01234\nempty=\n".getBytes(StandardCharsets.ISO_8859_1))).getFirst();
        Binder binder = new Binder(ConfigurationPropertySources.from(source));
        assertThat(binder.bind("country", String.class).get()).isEqualTo("no");
        assertThat(binder.bind("member-no", String.class).get()).isEqualTo("01234");
        assertThat(binder.bind("empty", String.class).get()).isEmpty();
    }

    @Test
    @DisplayName("map 的键里有点、斜杠、中文")
    void mapKeys() {
        Binder binder = new Binder(ConfigurationPropertySources.from(load("map-keys.yml")));
        Map<String, String> plain = binder.bind("plain", Bindable.mapOf(String.class, String.class)).get();
        Map<String, String> quoted = binder.bind("bracketed", Bindable.mapOf(String.class, String.class)).get();
        Map<String, Object> objects = binder.bind("plain", Bindable.mapOf(String.class, Object.class)).get();
        Recording.check("map-keys.txt", """
                plain      Map<String, String> = %s
                plain      Map<String, Object> = %s
                bracketed  Map<String, String> = %s
                """.formatted(new TreeMap<>(plain), new TreeMap<>(objects), new TreeMap<>(quoted)));
        assertThat(quoted).containsOnlyKeys("v1.0", "/books", "newBook", "新书");
    }

    record Label(String text) {
    }

    @Test
    @DisplayName("map 的值是 record，键里有点：整条消失；写成 [v1.0] 就在")
    void aDotInTheKeyOfARecord() throws IOException {
        PropertySource<?> source = new YamlPropertySourceLoader().load("shop", new ByteArrayResource(
                "labels:\n  v1.0: {text: 一}\n  \"[v2.0]\": {text: 二}\n".getBytes(StandardCharsets.UTF_8)))
                .getFirst();
        assertThat(new Binder(ConfigurationPropertySources.from(source))
                .bind("labels", Bindable.mapOf(String.class, Label.class)).get())
                .containsOnlyKeys("v2.0");
    }

    @Test
    @DisplayName("键写了两遍而不报错：properties 里，或者 YAML 里一处连成一行、一处分层，都是后一个赢")
    void theSameKeyTwice() throws IOException {
        PropertySource<?> properties = new PropertiesPropertySourceLoader().load("shop", new ByteArrayResource(
                "shop.name=one\nshop.name=two\n".getBytes(StandardCharsets.ISO_8859_1))).getFirst();
        assertThat(properties.getProperty("shop.name")).hasToString("two");
        for (String yaml : List.of("shop.name: one\nshop:\n  name: two\n", "shop:\n  name: one\nshop.name: two\n")) {
            assertThat(new YamlPropertySourceLoader().load("shop", new ByteArrayResource(
                    yaml.getBytes(StandardCharsets.UTF_8))).getFirst().getProperty("shop.name")).hasToString("two");
        }
    }

    @Test
    @DisplayName("map 的键里留下的字符：英文字母、数字、短横线、下划线、点")
    void whatStaysOfAKey() throws IOException {
        PropertySource<?> source = new YamlPropertySourceLoader().load("shop", new ByteArrayResource(
                "labels:\n  a_B-1.c: 一\n  x@y z: 二\n".getBytes(StandardCharsets.UTF_8))).getFirst();
        assertThat(new Binder(ConfigurationPropertySources.from(source))
                .bind("labels", Bindable.mapOf(String.class, String.class)).get())
                .containsOnlyKeys("a_B-1.c", "xyz");
    }
}

package com.example.bookstore.json;

import com.example.book.Compilation;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreTest;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.introspect.DefaultAccessorNamingStrategy;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("Jackson 2、Jackson 3 与 Boot 的开关，逐个对照")
class JacksonFeatureTests {

    @Autowired
    JsonMapper booted;

    /** 开关的名字 → 开着没有；Jackson 3 把一部分开关搬到了新的枚举里，名字没变。 */
    private static Map<String, Boolean> jackson3(JsonMapper mapper) {
        Map<String, Boolean> features = new TreeMap<>();
        put(features, MapperFeature.values(), mapper::isEnabled);
        put(features, SerializationFeature.values(), mapper::isEnabled);
        put(features, DeserializationFeature.values(), mapper::isEnabled);
        put(features, DateTimeFeature.values(),
                feature -> mapper.serializationConfig().isEnabled(feature));
        put(features, EnumFeature.values(),
                feature -> mapper.serializationConfig().isEnabled(feature));
        put(features, JsonNodeFeature.values(),
                feature -> mapper.serializationConfig().isEnabled(feature));
        put(features, StreamReadFeature.values(), mapper::isEnabled);
        put(features, StreamWriteFeature.values(), mapper::isEnabled);
        put(features, JsonReadFeature.values(), mapper::isEnabled);
        put(features, JsonWriteFeature.values(), mapper::isEnabled);
        return features;
    }

    private static Map<String, Boolean> jackson2(ObjectMapper mapper) {
        Map<String, Boolean> features = new TreeMap<>();
        put(features, com.fasterxml.jackson.databind.MapperFeature.values(),
                mapper::isEnabled);
        put(features, com.fasterxml.jackson.databind.SerializationFeature.values(),
                mapper::isEnabled);
        put(features, com.fasterxml.jackson.databind.DeserializationFeature.values(),
                mapper::isEnabled);
        put(features, com.fasterxml.jackson.databind.cfg.JsonNodeFeature.values(),
                feature -> mapper.getSerializationConfig().isEnabled(feature));
        put(features, com.fasterxml.jackson.core.StreamReadFeature.values(),
                mapper::isEnabled);
        put(features, com.fasterxml.jackson.core.StreamWriteFeature.values(),
                mapper::isEnabled);
        put(features, com.fasterxml.jackson.core.json.JsonReadFeature.values(),
                feature -> mapper.isEnabled(feature.mappedFeature()));
        put(features, com.fasterxml.jackson.core.json.JsonWriteFeature.values(),
                feature -> mapper.isEnabled(feature.mappedFeature()));
        put(features, JavaTimeFeature.values(), JavaTimeFeature::enabledByDefault);
        return features;
    }

    // region features
    @Test
    @DisplayName("列出两代同名、默认值不同的开关")
    void features() {
        Map<String, Boolean> two = jackson2(new ObjectMapper());
        Map<String, Boolean> three = jackson3(JsonMapper.builder().build());
        Map<String, Boolean> boot = jackson3(booted);
        Table table = new Table("开关", "Jackson 2", "Jackson 3", "Boot");
        three.forEach((name, on) -> {
            boolean moved = two.containsKey(name) && two.get(name) != on;
            if (moved || boot.get(name) != on) {
                table.row(name, mark(two.get(name)), mark(on), mark(boot.get(name)));
            }
        });
        Recording.check("jackson-features.txt", table.toString());
        assertThat(three).containsEntry("FAIL_ON_NULL_FOR_PRIMITIVES", true);
        assertThat(two).containsEntry("FAIL_ON_NULL_FOR_PRIMITIVES", false);
        assertThat(three).containsEntry("ONE_BASED_MONTHS", true);
        assertThat(two).containsEntry("ONE_BASED_MONTHS", false);
    }
    // endregion features

    @Test
    @DisplayName("Spring 给的 Jackson 2 早就关了两个，Boot 3 用的是它")
    @SuppressWarnings("removal")
    void springHadChangedTwo() {
        Map<String, Boolean> plain = jackson2(new ObjectMapper());
        Map<String, Boolean> spring = jackson2(Jackson2ObjectMapperBuilder.json().build());
        spring.entrySet().removeAll(plain.entrySet());
        assertThat(spring).isEqualTo(Map.of("DEFAULT_VIEW_INCLUSION", false,
                "FAIL_ON_UNKNOWN_PROPERTIES", false));
    }

    /** 第二个字母大写的字段；两个 getter 是两种工具生成的样子。 */
    static class Ebook {

        private final String eMail = "li@example.com";
        private final String pName = "凤凰架构";

        public String getEMail() {
            return eMail;
        }

        public String getpName() {
            return pName;
        }
    }

    /** 没有 setter：标签由 getter 给出列表来装，书名是 final 字段。 */
    static class Draft {

        private final String title = String.valueOf("原来的");
        private final List<String> tags = new ArrayList<>();

        public String getTitle() {
            return title;
        }

        public List<String> getTags() {
            return tags;
        }
    }

    @Test
    @DisplayName("四处不出声的变化：属性名、小写开头的 getter、只有 getter 的列表、final 字段")
    void silentChanges() throws Exception {
        ObjectMapper two = new ObjectMapper();
        assertThat(two.writeValueAsString(new Ebook()))
                .contains("\"email\":", "\"pName\":").doesNotContain("eMail");
        assertThat(booted.writeValueAsString(new Ebook()))
                .isEqualTo("{\"eMail\":\"li@example.com\"}");

        String json = "{\"title\":\"新的\",\"tags\":[\"架构\"]}";
        Draft before = two.readValue(json, Draft.class);
        assertThat(before.getTitle()).isEqualTo("新的");
        assertThat(before.getTags()).containsExactly("架构");
        Draft after = booted.readValue(json, Draft.class);
        assertThat(after.getTitle()).isEqualTo("原来的");
        assertThat(after.getTags()).isEmpty();
    }

    @Test
    @DisplayName("小写开头的 getter：要退回去，换命名规则；use-jackson2-defaults 退不回")
    void lowerCaseGetter() {
        assertThat(JsonMapper.builderWithJackson2Defaults().build()
                .writeValueAsString(new Ebook())).doesNotContain("pName");
        assertThat(booted.rebuild().accessorNaming(new DefaultAccessorNamingStrategy.Provider()
                .withFirstCharAcceptance(true, false)).build()
                .writeValueAsString(new Ebook())).contains("pName");
        assertThat(booted.writeValueAsString(new Named())).isEqualTo("{\"pName\":\"凤凰架构\"}");
    }

    static class Named {

        private final String pName = "凤凰架构";

        @JsonProperty("pName")
        public String getpName() {
            return pName;
        }
    }

    private static <E extends Enum<E>> void put(Map<String, Boolean> features, E[] values,
            Function<E, Boolean> enabled) {
        for (E value : values) {
            Boolean on = enabled.apply(value);
            Boolean other = features.put(value.name(), on);
            assertThat(other).as("两个枚举里都有 " + value).isIn(null, on);
        }
    }

    private static String mark(Boolean on) {
        return on == null ? "没有" : on ? "开" : "关";
    }

    @Test
    @DisplayName("Boot 3 的定制器编译不过")
    void oldCustomizer() {
        String errors = Compilation.errors("failures/OldCustomizer.java");
        assertThat(errors).contains("package org.springframework.boot.autoconfigure.jackson does not exist");
        Recording.check("old-customizer.txt", errors);
    }

    @Test
    @DisplayName("JsonMapper 不可变：没有 configure 方法")
    void immutable() {
        String errors = Compilation.errors("failures/MutableMapper.java");
        assertThat(errors).contains("cannot find symbol").contains("configure");
        Recording.check("mutable-mapper.txt", errors);
        JsonMapper indented = booted.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();
        assertThat(indented).isNotSameAs(booted);
        assertThat(booted.isEnabled(SerializationFeature.INDENT_OUTPUT)).isFalse();
        assertThat(indented.writeValueAsString(Map.of("a", 1)).toLowerCase(Locale.ROOT))
                .contains("\n");
    }
}

package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@DisplayName("环境变量的宽松绑定")
class RelaxedBindingTest {

    record Probe(String name, String freeFrom, List<String> languages, Map<String, String> labels,
            List<Warehouse> warehouses, Map<String, List<String>> regions) {
    }

    static class Nothing {
    }

    record Warehouse(String name, String zipCode) {
    }

    /** 一个只有这些环境变量、没有别的来源的环境。 */
    static StandardEnvironment environment(Map<String, ?> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove("systemProperties");
        environment.getPropertySources().replace("systemEnvironment",
                new SystemEnvironmentPropertySource("systemEnvironment", new LinkedHashMap<>(variables)));
        return environment;
    }

    static String bind(Map<String, ?> variables) {
        StandardEnvironment environment = environment(variables);
        try {
            return Binder.get(environment).bind("shop", Bindable.of(Probe.class))
                    .map(RelaxedBindingTest::show).orElse("（什么也没绑定）");
        }
        catch (BindException ex) {
            return "失败：" + ex.getCause().getClass().getSimpleName();
        }
    }

    private static String show(Probe probe) {
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("name", probe.name());
        set.put("free-from", probe.freeFrom());
        set.put("languages", probe.languages());
        set.put("labels", probe.labels());
        set.put("warehouses", probe.warehouses());
        set.put("regions", probe.regions());
        set.values().removeIf(value -> value == null);
        return set.isEmpty() ? "（什么也没绑定）" : set.toString();
    }

    @Test
    @DisplayName("写法与结果对照表")
    void table() {
        StringBuilder table = new StringBuilder();
        row(table, "SHOP_NAME=a");
        row(table, "shop_name=a");
        row(table, "Shop_Name=a");
        row(table, "shop.name=a");
        row(table, "SHOP_FREEFROM=59");
        row(table, "SHOP_FREE_FROM=59");
        row(table, "SHOP_FREE-FROM=59");
        row(table, "SHOP_LANGUAGES=zh,en");
        row(table, "SHOP_LANGUAGES_0=zh", "SHOP_LANGUAGES_1=en");
        row(table, "SHOP_LANGUAGES_1=en");
        row(table, "SHOP_LANGUAGES_0_=zh");
        row(table, "SHOP_LANGUAGES=");
        row(table, "SHOP_WAREHOUSES_0_NAME=东仓", "SHOP_WAREHOUSES_0_ZIPCODE=200000");
        row(table, "SHOP_WAREHOUSES_0_ZIP_CODE=200000");
        row(table, "SHOP_LABELS_SALE=特价");
        row(table, "SHOP_LABELS_NEWBOOK=新书");
        row(table, "SHOP_LABELS_NEW_BOOK=新书");
        row(table, "shop_labels_newBook=新书");
        row(table, "SHOP_REGIONS_EAST_0=上海", "SHOP_REGIONS_EAST_1=杭州");
        row(table, "SHOP_REGIONS_EAST=上海,杭州");
        Recording.check("relaxed-binding.txt", table.toString());
        assertThat(bind(Map.of("SHOP_FREEFROM", "59"))).isEqualTo("{free-from=59}");
        assertThat(bind(Map.of("SHOP_LABELS_NEWBOOK", "新书"))).isEqualTo("{labels={newbook=新书}}");
    }

    @Test
    @DisplayName("map 的键：照规则写的变量名得不到大写、短横线、下划线；带短横线与点的名字得到")
    void namesBeyondTheRules() {
        assertThat(bind(Map.of("SHOP_LABELS_NEWBOOK", "新书"))).isEqualTo("{labels={newbook=新书}}");
        assertThat(bind(Map.of("SHOP_LABELS_NEW_BOOK", "新书"))).isEqualTo("{labels={new.book=新书}}");
        assertThat(bind(Map.of("SHOP_LABELS_NEW__BOOK", "新书"))).isEqualTo("{labels={new.book=新书}}");
        assertThat(bind(Map.of("SHOP_LABELS_NEW-BOOK", "新书"))).isEqualTo("{labels={new-book=新书}}");
        assertThat(bind(Map.of("shop.labels.newBook", "新书"))).isEqualTo("{labels={newBook=新书}}");
    }

    record Desk(Map<String, String> subLabels, List<String> subTags) {
    }

    @Test
    @DisplayName("名字带短横线的 map：删掉短横线才绑定，换成下划线的什么也没绑定；列表两种都绑定")
    void aMapWithADashInItsName() {
        assertThat(Binder.get(environment(Map.of("DESK_SUB_LABELS_SALE", "特价"))).bind("desk", Desk.class).isBound())
                .isFalse();
        assertThat(Binder.get(environment(Map.of("DESK_SUBLABELS_SALE", "特价", "DESK_SUB_TAGS_0", "新书")))
                .bind("desk", Desk.class).get())
                .isEqualTo(new Desk(Map.of("sale", "特价"), List.of("新书")));
    }

    @Test
    @DisplayName("map 设成空字符串：别处没有它的键，得到空的 map；有，就用那些键")
    void anEmptyVariableForAMap() {
        assertThat(bind(Map.of("SHOP_LABELS", ""))).isEqualTo("{labels={}}");
        assertThat(bind(Map.of("SHOP_LABELS", "", "SHOP_LABELS_SALE", "特价"))).isEqualTo("{labels={sale=特价}}");
    }

    private static void row(StringBuilder table, String... variables) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String variable : variables) {
            String[] parts = variable.split("=", 2);
            map.put(parts[0], parts[1]);
        }
        table.append(String.join("  ", variables)).append("\n    → ").append(bind(map)).append('\n');
    }

    @Test
    @DisplayName("@Value 用 kebab-case 还是 camelCase")
    void placeholders() {
        StringBuilder table = new StringBuilder();
        for (String placeholder : List.of("${shop.free-from}", "${shop.freeFrom}")) {
            for (String source : List.of("shop.free-from", "shop.freeFrom", "SHOP_FREEFROM", "SHOP_FREE_FROM")) {
                boolean variable = source.startsWith("SHOP");
                SpringApplication application = new SpringApplication(Nothing.class);
                application.setLogStartupInfo(false);
                // The environment of a real application: the one that @Value asks.
                application.addInitializers(context -> {
                    var sources = context.getEnvironment().getPropertySources();
                    if (variable) {
                        sources.replace("systemEnvironment", new SystemEnvironmentPropertySource(
                                "systemEnvironment", Map.of(source, "59")));
                    }
                    else {
                        sources.addLast(new MapPropertySource("application.properties", Map.of(source, "59")));
                    }
                });
                String value;
                try (var context = application.run("--spring.main.banner-mode=off")) {
                    value = context.getBeanFactory().resolveEmbeddedValue(placeholder);
                }
                catch (RuntimeException ex) {
                    value = placeholder;
                }
                table.append("%-18s 来源写 %-15s → %s%n".formatted(placeholder, source,
                        value.equals(placeholder) ? "找不到" : value));
            }
        }
        Recording.check("placeholders.txt", table.toString());
    }

    @Test
    @DisplayName("列表：高优先级的来源整个替换；map：逐键合并")
    void listsAreReplacedMapsAreMerged() {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("shop.languages[0]", "zh");
        file.put("shop.languages[1]", "en");
        file.put("shop.labels.sale", "特价");
        file.put("shop.labels.new", "新书");
        file.put("shop.warehouses[0].name", "东仓");
        file.put("shop.warehouses[0].zip-code", "200000");
        StandardEnvironment environment = environment(Map.of(
                "SHOP_LANGUAGES_0", "ja", "SHOP_LABELS_SALE", "清仓", "SHOP_WAREHOUSES_0_NAME", "南仓"));
        environment.getPropertySources().addLast(new MapPropertySource("application.yml", file));
        Probe probe = Binder.get(environment).bind("shop", Bindable.of(Probe.class)).get();
        assertThat(probe.languages()).containsExactly("ja");
        assertThat(probe.labels()).containsOnly(Map.entry("sale", "清仓"), Map.entry("new", "新书"));
        assertThat(probe.warehouses()).containsExactly(new Warehouse("南仓", null));
        Recording.check("list-replaced.txt", """
                languages  = %s
                labels     = %s
                warehouses = %s
                """.formatted(probe.languages(), new java.util.TreeMap<>(probe.labels()), probe.warehouses()));
    }
}

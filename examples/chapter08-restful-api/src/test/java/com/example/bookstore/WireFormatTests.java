package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisplayName("线上的格式")
class WireFormatTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class));

    record Item(String title, int stock, String author) {
    }

    static class Bean {

        public String title = "凤凰架构";
        public int stock = 5;
        public String author = "周志明";
    }

    /** 既有无参构造器，也有公开的全参构造器。 */
    static class Full {

        private String title = "凤凰架构";
        private int stock = 5;
        private String author = "周志明";

        public Full() {
        }

        public Full(String title, int stock, String author) {
            this.title = title;
            this.stock = stock;
            this.author = author;
        }

        public String getTitle() {
            return title;
        }

        public int getStock() {
            return stock;
        }

        public String getAuthor() {
            return author;
        }
    }

    /** 带参数的构造器有两个：哪一个也不算数。 */
    static class Two {

        private String title = "凤凰架构";
        private int stock = 5;
        private String author = "周志明";

        public Two(String title) {
            this.title = title;
        }

        public Two(String title, int stock, String author) {
            this.title = title;
            this.stock = stock;
            this.author = author;
        }

        public String getTitle() {
            return title;
        }

        public int getStock() {
            return stock;
        }

        public String getAuthor() {
            return author;
        }
    }

    /** 公开的一个，私有的一个：也是两个。 */
    static class PublicAndPrivate {

        public String title = "凤凰架构";
        public int stock = 5;
        public String author = "周志明";

        public PublicAndPrivate(String title, int stock, String author) {
            this(title);
            this.stock = stock;
            this.author = author;
        }

        private PublicAndPrivate(String title) {
            this.title = title;
        }
    }

    enum State {
        SHIPPED("已发货");

        private final String label;

        State(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    static class Empty {
    }

    record Count(int value) {
    }

    private static final ZonedDateTime NINE =
            ZonedDateTime.of(2026, 1, 1, 9, 0, 0, 0, ZoneId.of("Asia/Shanghai"));

    private static Map<String, Function<JsonMapper, Object>> probes() {
        Map<String, Function<JsonMapper, Object>> probes = new LinkedHashMap<>();
        probes.put("写 record",
                m -> m.writeValueAsString(new Item("凤凰架构", 5, "周志明")));
        probes.put("写普通类", m -> m.writeValueAsString(new Bean()));
        probes.put("写有全参构造器的类", m -> m.writeValueAsString(new Full()));
        probes.put("写覆盖了 toString 的枚举", m -> m.writeValueAsString(State.SHIPPED));
        probes.put("写没有属性的对象", m -> m.writeValueAsString(new Empty()));
        probes.put("写 Duration", m -> m.writeValueAsString(Duration.ofMinutes(90)));
        probes.put("读多出的属性",
                m -> m.readValue("{\"value\":1,\"x\":2}", Count.class));
        probes.put("读 int 缺失", m -> m.readValue("{}", Count.class));
        probes.put("读普通类的 int 缺失",
                m -> m.readValue("{}", Bean.class).stock);
        probes.put("读 int 为 null", m -> m.readValue("{\"value\":null}", Count.class));
        probes.put("读 int 为 \"1\"", m -> m.readValue("{\"value\":\"1\"}", Count.class));
        probes.put("读 int 为 1.9", m -> m.readValue("{\"value\":1.9}", Count.class));
        probes.put("读完还有东西", m -> m.readValue("{\"value\":1} 尾巴", Count.class));
        probes.put("读枚举 \"SHIPPED\"",
                m -> m.readValue("\"SHIPPED\"", State.class).name());
        probes.put("读枚举 \"已发货\"",
                m -> m.readValue("\"已发货\"", State.class).name());
        return probes;
    }

    @Test
    @DisplayName("Jackson 3 的默认值与 use-jackson2-defaults 逐项对照")
    void defaults() {
        runner.run(three -> runner
                .withPropertyValues("spring.jackson.use-jackson2-defaults=true")
                .run(two -> {
                    JsonMapper now = three.getBean(JsonMapper.class);
                    JsonMapper then = two.getBean(JsonMapper.class);
                    Table table = new Table("做什么", "默认",
                            "use-jackson2-defaults=true");
                    probes().forEach((what, probe) -> table.row(what,
                            attempt(() -> probe.apply(now)),
                            attempt(() -> probe.apply(then))));
                    Recording.check("jackson-defaults.txt", table.toString());
                }));
    }

    @Test
    @DisplayName("属性的顺序：带参数的构造器就一个且公开，照它的顺序；有两个，哪怕一个私有，按字母")
    void oneConstructorOrAlphabetical() {
        runner.run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThat(mapper.writeValueAsString(new Full()))
                    .isEqualTo("{\"title\":\"凤凰架构\",\"stock\":5,\"author\":\"周志明\"}");
            for (Object two : List.of(new Two("凤凰架构"),
                    new PublicAndPrivate("凤凰架构", 5, "周志明"))) {
                assertThat(mapper.writeValueAsString(two))
                        .isEqualTo("{\"author\":\"周志明\",\"stock\":5,\"title\":\"凤凰架构\"}");
            }
        });
    }

    @Test
    @DisplayName("带参数的公开构造器就一个：有无参构造器也用它读，缺了的没有初值；退回 Jackson 2 的默认值才留着")
    void oneConstructorLosesTheInitialValues() {
        String noTitle = "{\"stock\":1,\"author\":\"某人\"}";
        runner.run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThat(mapper.readValue(noTitle, Full.class).getTitle()).isNull();
            assertThatThrownBy(() -> mapper.readValue("{}", Full.class))
                    .isInstanceOf(MismatchedInputException.class);
            assertThat(mapper.readValue("{}", Bean.class).title).isEqualTo("凤凰架构");
        });
        runner.withPropertyValues("spring.jackson.use-jackson2-defaults=true")
                .run(context -> assertThat(context.getBean(JsonMapper.class)
                        .readValue("{}", Full.class).getTitle()).isEqualTo("凤凰架构"));
    }

    static class Immutable {

        private final int stock;

        public Immutable(int stock, String author) {
            this.stock = stock;
        }

        public int getStock() {
            return stock;
        }
    }

    static class Annotated extends Immutable {

        @JsonCreator
        public Annotated(@JsonProperty("stock") int stock,
                @JsonProperty("author") String author) {
            super(stock, author);
        }
    }

    @Test
    @DisplayName("退回 Jackson 2 的默认值：没有无参构造器的普通类，构造器上写了注解才读得成；record 不受影响")
    void constructorsUnderJackson2Defaults() {
        String json = "{\"stock\":1,\"author\":\"某人\"}";
        runner.run(context -> assertThat(context.getBean(JsonMapper.class)
                .readValue(json, Immutable.class).getStock()).isEqualTo(1));
        runner.withPropertyValues("spring.jackson.use-jackson2-defaults=true").run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThatThrownBy(() -> mapper.readValue(json, Immutable.class))
                    .hasMessageContaining("no Creators, like default constructor, exist");
            assertThat(mapper.readValue(json, Annotated.class).getStock()).isEqualTo(1);
            assertThat(mapper.readValue("{\"value\":1}", Count.class).value()).isEqualTo(1);
        });
    }

    private interface Attempt {

        Object run() throws JacksonException;
    }

    private static String attempt(Attempt attempt) {
        try {
            return String.valueOf(attempt.run());
        }
        catch (JacksonException ex) {
            return "报错 " + ex.getClass().getSimpleName();
        }
    }

    @Test
    @DisplayName("各种日期类型写成什么")
    void dates() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("Instant", NINE.toInstant());
        values.put("ZonedDateTime", NINE);
        values.put("OffsetDateTime", NINE.toOffsetDateTime());
        values.put("LocalDateTime", NINE.toLocalDateTime());
        values.put("LocalDate", NINE.toLocalDate());
        values.put("YearMonth", YearMonth.of(2026, 1));
        values.put("java.util.Date", Date.from(NINE.toInstant()));
        // 与值自己的时区（上海）不同，才看得出它管不管用
        String zone = "spring.jackson.time-zone=America/New_York";
        runner.run(unset -> runner.withPropertyValues(zone).run(set -> {
            Table table = new Table("类型", "默认", zone);
            values.forEach((type, value) -> table.row(type,
                    unset.getBean(JsonMapper.class).writeValueAsString(value),
                    set.getBean(JsonMapper.class).writeValueAsString(value)));
            Recording.checkVerbatim("dates.txt", table.toString());
        }));
    }

    record Legacy(@JsonFormat(pattern = "yyyy-MM-dd HH:mm:ss") LocalDateTime at) {
    }

    @Test
    @DisplayName("写了 pattern 的字段收带空格的旧写法，写出去也是它；不再收 ISO 的 T")
    void legacyPattern() {
        runner.run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            String json = "{\"at\":\"2026-01-01 10:00:00\"}";
            Legacy legacy = mapper.readValue(json, Legacy.class);
            assertThat(legacy.at()).isEqualTo(LocalDateTime.of(2026, 1, 1, 10, 0));
            assertThat(mapper.writeValueAsString(legacy)).isEqualTo(json);
            assertThatThrownBy(() -> mapper.readValue(
                    "{\"at\":\"2026-01-01T10:00:00\"}", Legacy.class))
                    .isInstanceOf(JacksonException.class);
        });
    }

    static class Knot {

        public Knot self = this;
    }

    @Test
    @DisplayName("循环引用：类路径上的 Jackson 2 在第 1001 层停；拆掉上限才是栈溢出")
    void jackson2Recursion() {
        assertThatThrownBy(() -> new ObjectMapper().disable(
                SerializationFeature.FAIL_ON_SELF_REFERENCES).writeValueAsString(new Knot()))
                .hasMessageContaining("Document nesting depth (1001) exceeds the maximum allowed");
        JsonFactory unlimited = JsonFactory.builder().streamWriteConstraints(
                StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
                .build();
        assertThatThrownBy(() -> new ObjectMapper(unlimited).disable(
                SerializationFeature.FAIL_ON_SELF_REFERENCES).writeValueAsString(new Knot()))
                .hasMessageContaining("Infinite recursion (StackOverflowError)");
    }

    record Text(String value) {
    }

    record Maybe(Optional<String> value) {
    }

    record Node(JsonNode value) {

        /** Java 的 null 与 JSON 的 null 印出来一样，这里分开。 */
        @Override
        public String toString() {
            return "Node[value=" + (value == null ? "null"
                    : value.getClass().getSimpleName() + " " + value) + "]";
        }
    }

    record Number(Integer value) {
    }

    static class Setter {

        private String value = "没动过";

        public void setValue(String value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return "Setter[value=" + value + "]";
        }
    }

    @Test
    @DisplayName("缺失、null 与有值，各种写法能不能分开")
    void missingAndNull() {
        Table table = new Table("字段写成", "{}", "{\"value\":null}", "{\"value\":\"7\"}",
                "分得清缺失与 null");
        runner.run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            for (Class<?> type : new Class<?>[] {Text.class, Number.class, Count.class,
                Maybe.class, Node.class, Setter.class}) {
                String missing = attempt(() -> mapper.readValue("{}", type));
                String none = attempt(() -> mapper.readValue("{\"value\":null}", type));
                String some = attempt(() -> mapper.readValue("{\"value\":\"7\"}", type));
                table.row(declaration(type), missing, none, some,
                        missing.equals(none) ? "否" : "是");
            }
        });
        Recording.check("missing-null.txt", table.toString());
    }

    private static String declaration(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "Text" -> "record 里的 String";
            case "Number" -> "record 里的 Integer";
            case "Count" -> "record 里的 int";
            case "Maybe" -> "record 里的 Optional<String>";
            case "Node" -> "record 里的 JsonNode";
            default -> "有初值的字段 + setter";
        };
    }

    @Test
    @DisplayName("字符串形式的 Long 能直接读回来")
    void longFromString() {
        runner.run(context -> assertThat(context.getBean(JsonMapper.class)
                .readValue("\"1890000000000000001\"", long.class))
                .isEqualTo(1_890_000_000_000_000_001L));
    }

    enum Labelled {
        @JsonProperty("SHIPPED")
        SHIPPED;

        @Override
        public String toString() {
            return "已发货";
        }
    }

    @Test
    @DisplayName("枚举常量标了 @JsonProperty，就不跟着 toString 走")
    void enumProperty() {
        runner.run(context -> {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThat(mapper.writeValueAsString(Labelled.SHIPPED)).isEqualTo("\"SHIPPED\"");
            assertThat(mapper.readValue("\"SHIPPED\"", Labelled.class))
                    .isEqualTo(Labelled.SHIPPED);
        });
    }

    @Test
    @DisplayName("fail-on-unknown-properties 打开后，多出的属性报错")
    void unknownProperties() {
        runner.withPropertyValues("spring.jackson.deserialization.fail-on-unknown-properties=true")
                .run(context -> assertThatThrownBy(() -> context.getBean(JsonMapper.class)
                        .readValue("{\"value\":1,\"x\":2}", Count.class))
                        .isInstanceOf(UnrecognizedPropertyException.class));
    }
}

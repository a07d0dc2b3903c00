package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.ConstructorBinding;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

@DisplayName("绑定到 record 的细节")
class RecordBindingTest {

    record Shelf(List<String> tags, Map<String, String> labels, Size size, @DefaultValue Size spare,
            @DefaultValue List<String> empty, int books) {
    }

    record Size(@DefaultValue("30") int width) {
    }

    record FixedShelf(List<String> tags) {

        FixedShelf {
            tags = List.copyOf(tags);
        }
    }

    private static <T> T bind(Class<T> type, Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bind("shelf", Bindable.of(type)).get();
    }

    @Test
    @DisplayName("不写 @DefaultValue 的嵌套 record 是 null，int 是 0；写了就建一个，列表得到空列表")
    void nested() {
        Shelf shelf = bind(Shelf.class, Map.of("shelf.tags", "新书"));
        assertThat(shelf.size()).isNull();
        assertThat(shelf.spare()).isEqualTo(new Size(30));
        assertThat(shelf.empty()).isEmpty();
        assertThat(shelf.labels()).isNull();
        assertThat(shelf.books()).isZero();
    }

    @Test
    @DisplayName("record 的组件换不掉，里面的列表和 map 却能改；List.copyOf 防住")
    void collectionsAreMutable() {
        Shelf shelf = bind(Shelf.class, Map.of("shelf.tags", "新书", "shelf.labels.sale", "特价"));
        shelf.tags().add("谁都能加");
        shelf.labels().put("who", "谁都能加");
        assertThat(shelf.tags()).containsExactly("新书", "谁都能加");
        FixedShelf fixed = bind(FixedShelf.class, Map.of("shelf.tags", "新书"));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> fixed.tags().add("谁都能加"));
    }

    @ConfigurationProperties("shelf")
    record FixedShelfOfTheShop(List<String> tags) {

        FixedShelfOfTheShop {
            tags = List.copyOf(tags);
        }
    }

    @EnableConfigurationProperties(FixedShelfOfTheShop.class)
    static class FixedShelfApplication {
    }

    @Test
    @DisplayName("列表缺了又没有 @DefaultValue：它是 null，List.copyOf 抛 NullPointerException，启动失败")
    void copyOfNothing() {
        assertThat(catchThrowable(() -> start(FixedShelfApplication.class, Map.of()).close()))
                .hasRootCauseInstanceOf(NullPointerException.class)
                .hasStackTraceContaining("at java.base/java.util.List.copyOf");
    }

    record Item(@NotBlank String name) {
    }

    @Validated
    @ConfigurationProperties("shelf")
    record OldStyle(@Valid List<Item> items) {
    }

    @EnableConfigurationProperties(OldStyle.class)
    static class OldStyleApplication {
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("@Valid 写在列表上：元素也校验，但 Hibernate Validator 9 警告它已废弃")
    void validOnTheContainer(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(OldStyleApplication.class, Map.of(), "--shelf.items[0].name=").close()))
                .hasRootCauseInstanceOf(BindValidationException.class);
        assertThat(output).contains("HV000271");
    }

    @Component
    @ConfigurationProperties("shelf")
    record AsComponent(String name) {
    }

    @Import(AsComponent.class)
    @EnableConfigurationProperties
    static class ComponentApplication {
    }

    @Test
    @DisplayName("record 加了 @Component：构造器参数由容器去找 Bean，不绑定配置")
    void component() {
        assertThat(catchThrowable(() -> start(ComponentApplication.class, Map.of(), "--shelf.name=新书").close()))
                .isInstanceOf(UnsatisfiedDependencyException.class)
                .hasMessageContaining("No qualifying bean of type 'java.lang.String'");
    }

    @ConfigurationProperties("shelf")
    record WithSecond(String name, int width) {

        WithSecond(String name) {
            this(name, 30);
        }
    }

    @ConfigurationProperties("shelf")
    record WithPrivate(String name, int width) {

        private WithPrivate(String name) {
            this(name, 30);
        }
    }

    @ConfigurationProperties("shelf")
    record Chosen(String name, int width) {

        @ConstructorBinding
        Chosen {
        }

        Chosen(String name) {
            this(name, 30);
        }
    }

    @ConfigurationProperties("shelf")
    record WithEmpty(String name) {

        WithEmpty() {
            this("默认");
        }
    }

    @EnableConfigurationProperties(WithSecond.class)
    static class WithSecondApplication {
    }

    @EnableConfigurationProperties(WithEmpty.class)
    static class WithEmptyApplication {
    }

    @EnableConfigurationProperties({ WithPrivate.class, Chosen.class })
    static class ChosenApplication {
    }

    @Test
    @DisplayName("record 另写一个不是 private 的构造器：Boot 不知道用哪个，启动失败；写上 @ConstructorBinding 就绑定")
    void moreThanOneConstructor() {
        assertThat(catchThrowable(() -> start(WithSecondApplication.class, Map.of(), "--shelf.name=新书").close()))
                .hasRootCauseInstanceOf(NoSuchMethodException.class)
                .hasStackTraceContaining("WithSecond.<init>()");
        try (var context = start(ChosenApplication.class, Map.of(), "--shelf.name=新书", "--shelf.width=50")) {
            assertThat(context.getBean(WithPrivate.class)).isEqualTo(new WithPrivate("新书", 50));
            assertThat(context.getBean(Chosen.class)).isEqualTo(new Chosen("新书", 50));
        }
    }

    @Test
    @DisplayName("另写的那个构造器没有参数：Boot 用它创建 record，照样启动，配置一项也没有绑定")
    void aConstructorWithoutParameters() {
        try (var context = start(WithEmptyApplication.class, Map.of(), "--shelf.name=新书")) {
            assertThat(context.getBean(WithEmpty.class)).isEqualTo(new WithEmpty("默认"));
        }
    }

    record Drawer(String name, int width) {

        Drawer(String name) {
            this(name, 30);
        }
    }

    record Box(String name) {

        Box() {
            this("默认");
        }
    }

    @ConfigurationProperties("shelf")
    record WithNested(Drawer drawer, Box box) {
    }

    @EnableConfigurationProperties(WithNested.class)
    static class WithNestedApplication {
    }

    @ConfigurationProperties(prefix = "shelf", ignoreUnknownFields = false)
    record StrictWithNested(Drawer drawer) {
    }

    @EnableConfigurationProperties(StrictWithNested.class)
    static class StrictWithNestedApplication {
    }

    @Test
    @DisplayName("另写了构造器的是嵌套的 record：照样启动，那一项是 null；严格时写着的键没有人要，启动失败")
    void aNestedRecordWithAnotherConstructor() {
        try (var context = start(WithNestedApplication.class, Map.of(), "--shelf.drawer.name=新书",
                "--shelf.drawer.width=50", "--shelf.box.name=新书")) {
            assertThat(context.getBean(WithNested.class)).isEqualTo(new WithNested(null, null));
        }
        assertThat(catchThrowable(() -> start(StrictWithNestedApplication.class, Map.of(), "--shelf.drawer.name=新书")
                .close())).hasStackTraceContaining("The elements [shelf.drawer.name] were left unbound");
    }

    @ConfigurationProperties("shelf")
    record WithHidden(String name, Hidden hidden) {

        private record Hidden(int width) {
        }
    }

    @ConfigurationProperties("shelf")
    private record HiddenShelf(String name) {
    }

    @EnableConfigurationProperties(WithHidden.class)
    static class WithHiddenApplication {
    }

    @EnableConfigurationProperties(HiddenShelf.class)
    static class HiddenShelfApplication {
    }

    @Test
    @DisplayName("嵌在类里的 private record，构造器也是 private 的，Boot 不用它：组件是 null；写了注解的启动失败")
    void aPrivateRecord() {
        try (var context = start(WithHiddenApplication.class, Map.of(), "--shelf.name=新书",
                "--shelf.hidden.width=50")) {
            assertThat(context.getBean(WithHidden.class)).isEqualTo(new WithHidden("新书", null));
        }
        assertThat(catchThrowable(() -> start(HiddenShelfApplication.class, Map.of(), "--shelf.name=新书").close()))
                .isInstanceOf(UnsatisfiedDependencyException.class)
                .hasMessageContaining("No qualifying bean of type 'java.lang.String'");
    }

    @ConfigurationProperties(prefix = "shelf", ignoreUnknownFields = false)
    record StrictWithEmpty(String name) {

        StrictWithEmpty() {
            this("默认");
        }
    }

    @EnableConfigurationProperties(StrictWithEmpty.class)
    static class StrictWithEmptyApplication {
    }

    @Test
    @DisplayName("严格的 record 另写了没有参数的构造器：写着的键没有人要，启动失败")
    void aStrictRecordWithAConstructorWithoutParameters() {
        assertThat(catchThrowable(() -> start(StrictWithEmptyApplication.class, Map.of(), "--shelf.name=新书")
                .close())).hasRootCauseInstanceOf(UnboundConfigurationPropertiesException.class)
                .hasStackTraceContaining("The elements [shelf.name] were left unbound");
    }

    @ConfigurationProperties("shelf")
    record NotValidated(@NotBlank String name) {
    }

    @Validated
    @ConfigurationProperties("shelf")
    record WithoutValid(Item item, int width) {
    }

    @EnableConfigurationProperties({ NotValidated.class, WithoutValid.class })
    static class WithoutValidApplication {
    }

    @Test
    @DisplayName("record 上没有 @Validated，或者嵌套的 record 没有 @Valid：约束写了也不检查")
    void constraintsNobodyAsksFor() {
        try (var context = start(WithoutValidApplication.class, Map.of(), "--shelf.name=", "--shelf.item.name=",
                "--shelf.width=50")) {
            assertThat(context.getBean(NotValidated.class).name()).isEmpty();
            assertThat(context.getBean(WithoutValid.class).item().name()).isEmpty();
        }
    }

    @Test
    @DisplayName("打开了懒加载：值不合类型也启动成功，第一次用到这个 record 时才失败")
    void lazyInitialization() {
        try (var context = start(LenientApplication.class, Map.of(), "--strict.width=abc",
                "--spring.main.lazy-initialization=true")) {
            assertThat(catchThrowable(() -> context.getBean(Lenient.class)))
                    .hasMessageContaining("Could not bind properties");
        }
        assertThat(catchThrowable(() -> start(LenientApplication.class, Map.of(), "--strict.width=abc").close()))
                .hasMessageContaining("Could not bind properties");
    }

    static class PrinterSettings {

        private String name = "默认的打印机";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    static class PrinterConfiguration {

        @Bean
        @ConfigurationProperties("printer")
        PrinterSettings printerSettings() {
            return new PrinterSettings();
        }
    }

    @Import(PrinterConfiguration.class)
    @EnableConfigurationProperties
    static class PrinterApplication {
    }

    @Test
    @DisplayName("别人的类没有写注解：@Bean 方法上写 @ConfigurationProperties，按 setter 绑定")
    void aBeanMethodBindsByItsSetters() {
        try (var context = start(PrinterApplication.class, Map.of(), "--printer.name=前台")) {
            assertThat(context.getBean(PrinterSettings.class).getName()).isEqualTo("前台");
        }
        try (var context = start(PrinterApplication.class, Map.of())) {
            assertThat(context.getBean(PrinterSettings.class).getName()).isEqualTo("默认的打印机");
        }
    }

    @ConfigurationProperties("strict")
    record Lenient(@DefaultValue("30") int width) {
    }

    @ConfigurationProperties(prefix = "strict", ignoreUnknownFields = false)
    record Strict(@DefaultValue("30") int width) {
    }

    @ConfigurationProperties("strict.child")
    record Child(String name) {
    }

    @EnableConfigurationProperties(Lenient.class)
    static class LenientApplication {
    }

    @EnableConfigurationProperties(Strict.class)
    static class StrictApplication {
    }

    @EnableConfigurationProperties({ Strict.class, Child.class })
    static class StrictWithChildApplication {
    }

    private static ConfigurableApplicationContext start(Class<?> application, Map<String, Object> variables,
            String... arguments) {
        return new SpringApplicationBuilder(application).logStartupInfo(false)
                .initializers(context -> context.getEnvironment().getPropertySources().replace("systemEnvironment",
                        new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .run(arguments);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("默认：不认识的键不算错，值没有送到任何地方，日志里也没有它")
    void unknownKeysAreIgnored(CapturedOutput output) {
        try (var context = start(LenientApplication.class, Map.of(), "--strict.widht=50")) {
            assertThat(context.getBean(Lenient.class).width()).isEqualTo(30);
        }
        assertThat(output).doesNotContain("widht");
    }

    @Test
    @DisplayName("ignoreUnknownFields = false：文件与命令行里的查，环境变量、系统属性与拼错的前缀不查")
    void strict(@TempDir Path folder) throws IOException {
        assertThat(catchThrowable(() -> start(StrictApplication.class, Map.of(), "--strict.widht=50").close()))
                .hasStackTraceContaining("The elements [strict.widht] were left unbound");
        Files.writeString(folder.resolve("application.properties"), "strict.widht=50");
        assertThat(catchThrowable(() -> start(StrictApplication.class, Map.of(),
                "--spring.config.location=" + folder.toUri()).close()))
                .hasStackTraceContaining("The elements [strict.widht] were left unbound");
        try (var context = start(StrictApplication.class, Map.of("STRICT_WIDHT", "50"))) {
            assertThat(context.getEnvironment().getProperty("strict.widht")).isEqualTo("50");
            assertThat(context.getBean(Strict.class).width()).isEqualTo(30);
        }
        try (var context = start(StrictApplication.class, Map.of(), "--stritc.width=50")) {
            assertThat(context.getBean(Strict.class).width()).as("前缀拼错了").isEqualTo(30);
        }
        System.setProperty("strict.widht", "50");
        try (var context = start(StrictApplication.class, Map.of())) {
            assertThat(context.getEnvironment().getProperty("strict.widht")).isEqualTo("50");
            assertThat(context.getBean(Strict.class).width()).isEqualTo(30);
        }
        finally {
            System.clearProperty("strict.widht");
        }
    }

    @Test
    @DisplayName("报告里的键是规范的写法：widHt、WI_DHT 都成了小写、没有下划线的 widht")
    void theReportPrintsTheCanonicalKey(@TempDir Path folder) throws IOException {
        for (String key : List.of("widHt", "WI_DHT")) {
            Files.writeString(folder.resolve("application.yml"), "strict:\n  " + key + ": 50\n");
            assertThat(catchThrowable(() -> start(StrictApplication.class, Map.of(),
                    "--spring.config.location=" + folder.toUri()).close()))
                    .hasStackTraceContaining("The elements [strict.widht] were left unbound");
        }
    }

    @Test
    @DisplayName("一个英文字母、数字都没有的键，严格的 record 也看不见")
    void strictDoesNotSeeAKeyWithoutLetters(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.yml"), "strict:\n  时限: 4\n");
        try (var context = start(StrictApplication.class, Map.of(), "--spring.config.location=" + folder.toUri())) {
            assertThat(context.getEnvironment().getProperty("strict.时限")).isEqualTo("4");
            assertThat(context.getBean(Strict.class).width()).isEqualTo(30);
        }
    }

    record Address(String city) {
    }

    record Store(String name, Address address) {
    }

    @ConfigurationProperties(prefix = "stores", ignoreUnknownFields = false)
    record StrictStores(String owner, List<Store> all) {
    }

    @EnableConfigurationProperties(StrictStores.class)
    static class StrictStoresApplication {
    }

    @Test
    @DisplayName("严格的 record：列表元素里再嵌的一层拼错了、已经有值的键后面多写了下标，都看不见；元素自己的键看得见")
    void strictDoesNotSeeDeepInAList() {
        try (var context = start(StrictStoresApplication.class, Map.of(), "--stores.owner=书店",
                "--stores.owner[0]=多写的", "--stores.all[0].name=东仓", "--stores.all[0].address.ctiy=上海")) {
            assertThat(context.getBean(StrictStores.class)).isEqualTo(
                    new StrictStores("书店", List.of(new Store("东仓", null))));
        }
        assertThat(catchThrowable(() -> start(StrictStoresApplication.class, Map.of(), "--stores.all[0].name=东仓",
                "--stores.all[1].nmae=西仓").close()))
                .hasStackTraceContaining("The elements [stores.all[1].nmae] were left unbound");
    }

    @ConfigurationProperties(prefix = "listed", ignoreUnknownFields = false)
    record StrictList(List<String> tags) {
    }

    @EnableConfigurationProperties(StrictList.class)
    static class StrictListApplication {
    }

    @ConfigurationProperties("listed")
    record LenientList(List<String> tags) {
    }

    @EnableConfigurationProperties(LenientList.class)
    static class LenientListApplication {
    }

    @Test
    @DisplayName("环境变量、系统属性里的下标断了，从中间开始或者中间缺一个：严格不严格，启动都失败")
    void aGapInAVariable() {
        for (Class<?> application : List.of(StrictListApplication.class, LenientListApplication.class)) {
            leftUnbound(application, Map.of("LISTED_TAGS_2", "新书"));
            leftUnbound(application, Map.of("LISTED_TAGS_0", "特价", "LISTED_TAGS_2", "新书"));
            System.setProperty("listed.tags[2]", "新书");
            try {
                leftUnbound(application, Map.of());
            }
            finally {
                System.clearProperty("listed.tags[2]");
            }
        }
    }

    private static void leftUnbound(Class<?> application, Map<String, Object> variables) {
        assertThat(catchThrowable(() -> start(application, variables).close()))
                .hasRootCauseInstanceOf(UnboundConfigurationPropertiesException.class)
                .hasStackTraceContaining("The elements [listed.tags[2]] were left unbound");
    }

    @Test
    @DisplayName("前缀之下的键要全归它：绑到另一个 record 的也算不认识")
    void strictOwnsThePrefix() {
        assertThat(catchThrowable(() -> start(StrictWithChildApplication.class, Map.of(), "--strict.child.name=a")
                .close())).hasStackTraceContaining("The elements [strict.child.name] were left unbound");
    }
}

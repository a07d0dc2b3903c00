package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;

import com.example.bookstore.BookstoreProperties.Cover;
import com.example.bookstore.BookstoreProperties.Format;
import com.example.bookstore.BookstoreProperties.Shipping;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

@DisplayName("时间、大小与枚举的写法")
class ConversionTest {

    private static Binder binder(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties));
    }

    @ParameterizedTest
    @CsvSource({ "45, 45", "45m, 45", "PT45M, 45", "2h, 120", "1d, 1440", "90s, 1.5" })
    @DisplayName("Duration；@DurationUnit 决定不写单位时的单位")
    void duration(String text, double minutes) {
        Shipping shipping = binder(Map.of("s.pay-within", text)).bind("s", Shipping.class).get();
        assertThat(shipping.payWithin()).isEqualTo(Duration.ofSeconds((long) (minutes * 60)));
    }

    @Test
    @DisplayName("没有 @DurationUnit，不写单位是毫秒；DataSize 不写单位是字节")
    void withoutUnit() {
        Binder binder = binder(Map.of("d", "45", "z", "2048", "k", "1KB"));
        assertThat(binder.bind("d", Duration.class).get()).isEqualTo(Duration.ofMillis(45));
        assertThat(binder.bind("z", DataSize.class).get()).isEqualTo(DataSize.ofKilobytes(2));
        assertThat(binder.bind("k", DataSize.class).get()).isEqualTo(DataSize.ofBytes(1024));
    }

    record Shop(@DefaultValue("书店") String name, @DefaultValue("30m") Duration payWithin) {
    }

    record Shelf(@DefaultValue("30") int width) {
    }

    @Test
    @DisplayName("空字符串：String 就是空的，Duration 取默认值，不看低的来源，严格时失败；int 绑定失败")
    void emptyValue() {
        Shop shop = binder(Map.of("shop.name", "", "shop.pay-within", "")).bind("shop", Shop.class).get();
        assertThat(shop.name()).isEmpty();
        assertThat(shop.payWithin()).isEqualTo(Duration.ofMinutes(30));
        Binder binder = new Binder(
                new MapConfigurationPropertySource(Map.of("shop.name", "", "shop.pay-within", "")),
                new MapConfigurationPropertySource(Map.of("shop.pay-within", "45m")));
        assertThat(binder.bind("shop", Shop.class).get().payWithin()).isEqualTo(Duration.ofMinutes(30));
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> binder.bind("shop", Bindable.of(Shop.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, source -> true)))
                .withCauseInstanceOf(UnboundConfigurationPropertiesException.class);
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> binder(Map.of("shop.name", "", "shop.pay-within", "")).bind("shop",
                        Bindable.of(Shop.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT, source -> true)))
                .withCauseInstanceOf(UnboundConfigurationPropertiesException.class);
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> binder(Map.of("shelf.width", "")).bind("shelf", Shelf.class))
                .withStackTraceContaining("A null value cannot be assigned to a primitive type");
    }

    @ParameterizedTest
    @CsvSource({ "5mb", "5M", "1.5MB" })
    @DisplayName("DataSize 的单位要大写、写全，数要是整数")
    void wrongSizes(String text) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> binder(Map.of("z", text)).bind("z", DataSize.class));
    }

    @ParameterizedTest
    @CsvSource({ "1h30m", "1.5h", "1w" })
    @DisplayName("Duration 只写一个整数和一个单位，合起来的用 ISO 写法；没有周")
    void wrongDurations(String text) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> binder(Map.of("d", text)).bind("d", Duration.class));
        assertThat(binder(Map.of("d", "PT1H30M")).bind("d", Duration.class).get())
                .isEqualTo(Duration.ofMinutes(90));
    }

    @ParameterizedTest
    @CsvSource({ "webp", "WEBP", "WebP", "we-bp" })
    @DisplayName("枚举不管大小写和短横线")
    void enumeration(String text) {
        assertThat(binder(Map.of("c.format", text)).bind("c", Cover.class).get().format())
                .isEqualTo(Format.WEBP);
    }
}

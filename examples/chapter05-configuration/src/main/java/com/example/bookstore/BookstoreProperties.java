package com.example.bookstore;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * 书店的配置。
 *
 * @param name 店名，显示在页面标题里
 * @param languages 支持的语言，第一个是默认语言
 * @param shipping 配送
 * @param cover 书的封面图
 * @param labels 标签的编号与显示的文字
 * @param warehouses 仓库，按优先级排列
 */
@Validated
@ConfigurationProperties(prefix = "bookstore", ignoreUnknownFields = false)
public record BookstoreProperties(
        @NotBlank String name,
        @NotEmpty @DefaultValue("zh") List<String> languages,
        @Valid @DefaultValue Shipping shipping,
        @DefaultValue Cover cover,
        @DefaultValue Map<String, String> labels,
        @DefaultValue List<@Valid Warehouse> warehouses) {

    /**
     * 配送。
     *
     * @param freeFrom 满多少元包邮
     * @param payWithin 多久不付款就取消订单；不写单位时按分钟
     */
    public record Shipping(
            @Positive @DefaultValue("99") BigDecimal freeFrom,
            @DurationMin(minutes = 1)
            @DurationUnit(ChronoUnit.MINUTES) @DefaultValue("30m") Duration payWithin) {
    }

    /**
     * 封面图。
     *
     * @param maxSize 上传的上限
     * @param format 存成什么格式
     */
    public record Cover(
            @DefaultValue("2MB") DataSize maxSize,
            @DefaultValue("webp") Format format) {

        public Cover {
            if (maxSize.toBytes() <= 0) {
                throw new IllegalArgumentException("max-size 要大于零：" + maxSize);
            }
        }
    }

    /** 封面图的格式。 */
    public enum Format { WEBP, JPEG, AVIF }

    /**
     * 仓库。
     *
     * @param name 名字
     * @param city 所在城市
     */
    public record Warehouse(@NotBlank String name, @NotBlank String city) {
    }
}

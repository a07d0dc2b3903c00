package com.example.bookstore.promotion;

import java.util.Arrays;
import java.util.List;

import com.example.bookstore.promotion.Promotion.Tier;

import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("逐级递增的满减")
class AscendingTiersTest {

    private static final ValidatorFactory FACTORY = Validation.buildDefaultValidatorFactory();

    @AfterAll
    static void close() {
        FACTORY.close();
    }

    private static List<String> violations(Tier... tiers) {
        return FACTORY.getValidator().validate(new Promotion(Arrays.asList(tiers))).stream()
                .map(violation -> violation.getPropertyPath() + " " + violation.getMessage())
                .sorted().toList();
    }

    @Test
    @DisplayName("递增的没有违规，只有一级的也没有")
    void ascending() {
        assertThat(violations(new Tier(100, 10))).isEmpty();
        assertThat(violations(new Tier(100, 10), new Tier(200, 30), new Tier(300, 60)))
                .isEmpty();
    }

    @Test
    @DisplayName("违规落在那一级的那个字段上")
    void position() {
        assertThat(violations(new Tier(100, 10), new Tier(90, 20), new Tier(300, 20)))
                .containsExactly("tiers[1].threshold 要比上一级多", "tiers[2].off 要比上一级多");
        // 比的是上一级，不是前面最多的那一级
        assertThat(violations(new Tier(100, 10), new Tier(90, 20), new Tier(95, 30)))
                .containsExactly("tiers[1].threshold 要比上一级多");
    }

    @Test
    @DisplayName("相等也不行，两个字段各报各的")
    void equal() {
        assertThat(violations(new Tier(100, 10), new Tier(100, 10)))
                .containsExactly("tiers[1].off 要比上一级多", "tiers[1].threshold 要比上一级多");
    }

    @Test
    @DisplayName("中间隔着一个或几个 null，后一级也要比前面的多")
    void acrossNull() {
        assertThat(violations(new Tier(100, 10), null, null, new Tier(90, 20))).hasSize(3)
                .contains("tiers[3].threshold 要比上一级多");
        assertThat(violations(new Tier(100, 10), null, new Tier(90, 20))).hasSize(2)
                .contains("tiers[2].threshold 要比上一级多");
    }

    @Test
    @DisplayName("空的、没有的、含 null 的，不抛异常，各归各的约束管")
    void nulls() {
        assertThat(violations(new Tier(100, 10), null)).hasSize(1);
        assertThat(violations(null, new Tier(100, 10))).hasSize(1);
        assertThat(violations()).hasSize(1);
        assertThat(FACTORY.getValidator().validate(new Promotion(null))).hasSize(1);
    }
}

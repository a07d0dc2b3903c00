package com.example.specimen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

/** 故意依赖测试的顺序，由 FlakyTests 来运行。 */
class SharedBasket {

    // static：几个测试共用一只篮子
    static final List<String> BASKET = new ArrayList<>();

    @Test
    void isEmptyAtFirst() {
        assertThat(BASKET).isEmpty();
    }

    @Test
    void holdsWhatIsPut() {
        BASKET.add("978-1");
        assertThat(BASKET).contains("978-1");
    }

    @Test
    void canBeEmptied() {
        BASKET.clear();
        assertThat(BASKET).isEmpty();
    }
}

package com.example.specimen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The same tests, each with a basket of its own. */
class OwnBasket {

    private final List<String> basket = new ArrayList<>(); // JUnit makes a new object for each test method

    @Test
    void isEmptyAtFirst() {
        assertThat(basket).isEmpty();
    }

    @Test
    void holdsWhatIsPut() {
        basket.add("978-1");
        assertThat(basket).contains("978-1");
    }

    @Test
    void canBeEmptied() {
        basket.clear();
        assertThat(basket).isEmpty();
    }
}

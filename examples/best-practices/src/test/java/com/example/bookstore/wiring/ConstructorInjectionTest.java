package com.example.bookstore.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

/** The same check-out twice: with its stock in a field that Spring fills, and in the constructor. */
class ConstructorInjectionTest {

    interface Stock {

        int of(String isbn);
    }

    // region bad
    @Service
    static class FieldCheckout {

        @Autowired
        private Stock stock;

        boolean canSell(String isbn, int quantity) {
            return stock.of(isbn) >= quantity;
        }
    }

    @Test
    @DisplayName("字段注入：不经过容器创建，字段是 null，用到才知道")
    void fieldIsNullWithoutSpring() {
        FieldCheckout checkout = new FieldCheckout();
        Throwable thrown = catchThrowable(() -> checkout.canSell("9787111000110", 1));
        assertThat(thrown).isInstanceOf(NullPointerException.class);
        Recording.check("field-injection.txt", thrown);
    }
    // endregion bad

    // region good
    @Service
    static class Checkout {

        private final Stock stock;

        Checkout(Stock stock) {
            this.stock = stock;
        }

        boolean canSell(String isbn, int quantity) {
            return stock.of(isbn) >= quantity;
        }
    }

    @Test
    @DisplayName("构造器注入：一个 lambda 就是替身，不用容器")
    void testedWithoutSpring() {
        Checkout checkout = new Checkout(isbn -> 3);
        assertThat(checkout.canSell("9787111000110", 3)).isTrue();
        assertThat(checkout.canSell("9787111000110", 4)).isFalse();
    }
    // endregion good
}

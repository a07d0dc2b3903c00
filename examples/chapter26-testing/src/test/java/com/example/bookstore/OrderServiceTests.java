package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OrderServiceTests {

    // region fake
    private final InMemoryShelf shelf = new InMemoryShelf().put("978-1", 5900, 3);
    private final OrderService orders = new OrderService(shelf);

    @Test
    void sellsTwo() {
        assertThat(orders.place("978-1", 2)).isEqualTo(new Sale("978-1", 2, 10620));
        assertThat(orders.sold("978-1")).isEqualTo(2);
    }
    // endregion fake

    @Test
    void nothingIsSoldWithoutStock() {
        assertThatThrownBy(() -> orders.place("978-1", 4)).isInstanceOf(OutOfStockException.class);
        assertThat(orders.sold("978-1")).isZero();
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.Recording;
import com.example.bookstore.orders.OrderState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("订单的状态")
class OrderStateTests {

    private static List<String> moves() {
        List<String> moves = new ArrayList<>();
        for (OrderState from : OrderState.values()) {
            from.next().stream().map(to -> from + "-" + to).forEach(moves::add);
        }
        return moves;
    }

    @Test
    @DisplayName("付了款的不能取消，取消了的不能再付，没有付款的不能发货")
    void forbidden() {
        assertThat(moves()).containsExactlyInAnyOrder("PENDING-PAID", "PENDING-CANCELLED", "PAID-SHIPPED");
    }

    @Test
    @DisplayName("图上的箭头与代码里的一样")
    void picture() throws IOException {
        String svg = Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter30-ecommerce-practical/states.svg"));
        List<String> drawn = new ArrayList<>();
        for (Matcher found = Pattern.compile("data-move=\"([A-Z-]+)\"").matcher(svg); found.find();) {
            drawn.add(found.group(1));
        }
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(moves());
        for (OrderState state : OrderState.values()) {
            assertThat(svg).contains(">" + state.label() + "<");
        }
    }
}

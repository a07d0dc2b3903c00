package com.example.bookstore;

import java.math.BigDecimal;
import java.util.List;

/** 一张小票：前言用它说明书上的代码与输出从哪里来。 */
public class Receipt {

    // region item
    record Item(String title, BigDecimal price, int quantity) {

        BigDecimal amount() {
            return price.multiply(BigDecimal.valueOf(quantity));
        }
    }
    // endregion item

    // region print
    public static void main(String[] args) {
        List<Item> items = List.of(
                new Item("活着", new BigDecimal("39.00"), 2),
                new Item("平凡的世界", new BigDecimal("30.00"), 1));
        items.forEach(item -> System.out.println(item.title() + " " + item.amount()));
        BigDecimal total = items.stream().map(Item::amount)
                // highlight-next-line
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        System.out.println("合计 " + total + " 元");
    }
    // endregion print
}

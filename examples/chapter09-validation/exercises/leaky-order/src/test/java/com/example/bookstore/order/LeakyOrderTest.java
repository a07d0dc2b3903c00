package com.example.bookstore.order;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import com.example.bookstore.order.OrderRequest.Address;
import com.example.bookstore.order.OrderRequest.Line;

import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("漏网的订单")
class LeakyOrderTest {

    private static final ValidatorFactory FACTORY = Validation.buildDefaultValidatorFactory();

    private static final Address ADDRESS = new Address("杭州", "310000");
    private static final Line LINE = new Line("9787111641247", 1);

    @AfterAll
    static void close() {
        FACTORY.close();
    }

    private static List<String> paths(OrderRequest order) {
        return FACTORY.getValidator().validate(order).stream()
                .map(violation -> violation.getPropertyPath().toString())
                .distinct().sorted().toList(); // 同一处拦两遍也算拦下
    }

    private static OrderRequest order(Address address, Line line, Map<String, Integer> coupons) {
        return new OrderRequest("a@b.cn", address, Collections.singletonList(line), coupons);
    }

    @Test
    @DisplayName("对的订单没有违规；优惠券可以没有")
    void valid() {
        assertThat(paths(order(ADDRESS, LINE, Map.of("双十一", 1)))).isEmpty();
        assertThat(paths(order(ADDRESS, LINE, null))).isEmpty();
        assertThat(paths(order(ADDRESS, LINE, Map.of()))).isEmpty();
    }

    @Test
    @DisplayName("没写邮箱、没写地址；邮箱是空的")
    void missing() {
        assertThat(paths(new OrderRequest(null, null, List.of(LINE), null)))
                .containsExactly("address", "email");
        assertThat(paths(new OrderRequest("", ADDRESS, List.of(LINE), null)))
                .containsExactly("email");
        assertThat(paths(new OrderRequest(" ", ADDRESS, List.of(LINE), null)))
                .contains("email");
    }

    @Test
    @DisplayName("原来拦得住的还要拦住：不是邮箱、一行也没有、ISBN 太长、数量是负数")
    void stillStopped() {
        assertThat(paths(new OrderRequest("不是邮箱", ADDRESS, List.of(), null)))
                .containsExactly("email", "lines");
        assertThat(paths(new OrderRequest("a@b.cn", ADDRESS, null, null)))
                .containsExactly("lines");
        assertThat(paths(order(ADDRESS, new Line("97871116412470", -1), null)))
                .containsExactly("lines[0].isbn", "lines[0].quantity");
    }

    @Test
    @DisplayName("地址里的错")
    void address() {
        assertThat(paths(order(new Address("", "31000"), LINE, null)))
                .containsExactly("address.city", "address.postcode");
        for (String postcode : new String[] {null, "3100000", "31000a"}) {
            assertThat(paths(order(new Address("杭州", postcode), LINE, null)))
                    .as("%s", postcode).containsExactly("address.postcode");
        }
        for (String city : new String[] {null, " "}) {
            assertThat(paths(order(new Address(city, "310000"), LINE, null)))
                    .as("%s", city).containsExactly("address.city");
        }
    }

    @Test
    @DisplayName("每一行的错，指得出是第几行")
    void lines() {
        assertThat(paths(new OrderRequest("a@b.cn", ADDRESS,
                Arrays.asList(LINE, new Line("1", 0), new Line(null, null)), null)))
                .containsExactly("lines[1].isbn", "lines[1].quantity",
                        "lines[2].isbn", "lines[2].quantity");
    }

    @Test
    @DisplayName("空着的一行")
    void nullLine() {
        assertThat(paths(order(ADDRESS, null, null))).hasSize(1)
                .allMatch(path -> path.startsWith("lines[0]"));
    }

    @Test
    @DisplayName("优惠券的名字与张数")
    void coupons() {
        assertThat(paths(order(ADDRESS, LINE, Map.of("", 1)))).hasSize(1);
        assertThat(paths(order(ADDRESS, LINE, Map.of(" ", 1)))).hasSize(1);
        assertThat(paths(order(ADDRESS, LINE, Collections.singletonMap(null, 1)))).hasSize(1);
        assertThat(paths(order(ADDRESS, LINE, Map.of("双十一", 0)))).hasSize(1);
        assertThat(paths(order(ADDRESS, LINE, Collections.singletonMap("双十一", null))))
                .hasSize(1);
    }
}

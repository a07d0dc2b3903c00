package com.example.bookstore.order;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("幂等创建订单")
class IdempotentCreateTest {

    private static final String BODY = "{\"bookId\": 1, \"quantity\": 2}";

    /** 第一单等第二单，最多等一秒：先查后下的写法，两单都会走到这里。 */
    private static final class WaitingOrders extends Orders {

        private final CountDownLatch second = new CountDownLatch(2);

        @Override
        public Order place(long bookId, int quantity) {
            second.countDown();
            try {
                second.await(1, TimeUnit.SECONDS);
            }
            catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            return super.place(bookId, quantity);
        }
    }

    private Orders orders;
    private RestTestClient client;

    @BeforeEach
    void start() {
        use(new Orders());
    }

    private void use(Orders orders) {
        this.orders = orders;
        client = RestTestClient.bindToController(new OrderController(orders)).build();
    }

    private RestTestClient.ResponseSpec post(String key, String body) {
        var request = client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON);
        return (key == null ? request : request.header("Idempotency-Key", key))
                .body(body).exchange();
    }

    @Test
    @DisplayName("同一个键发两次：都是 201、同一个 Location，只下一单")
    void sameKey() {
        for (int i = 0; i < 2; i++) {
            post("k1", BODY).expectStatus().isCreated()
                    .expectHeader().valueEquals("Location", "/orders/1");
        }
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    @DisplayName("不同的键是不同的订单")
    void otherKey() {
        post("k1", BODY).expectHeader().valueEquals("Location", "/orders/1");
        post("k2", BODY).expectHeader().valueEquals("Location", "/orders/2");
        assertThat(orders.placed()).isEqualTo(2);
    }

    @Test
    @DisplayName("没有键，或者键是空白：400，不下单")
    void missingKey() {
        post(null, BODY).expectStatus().isBadRequest();
        post(" ", BODY).expectStatus().isBadRequest();
        assertThat(orders.placed()).isZero();
    }

    @Test
    @DisplayName("同一个键，内容不同：422，不下第二单")
    void differentBody() {
        post("k1", BODY).expectStatus().isCreated();
        post("k1", BODY.replace("2", "3")).expectStatus().isEqualTo(422);
        post("k1", BODY.replace("1", "7")).expectStatus().isEqualTo(422);
        // 被拒绝的内容没有记下来：再发一次还是 422，原来的还是原来的那一单
        post("k1", BODY.replace("1", "7")).expectStatus().isEqualTo(422);
        post("k1", BODY).expectHeader().valueEquals("Location", "/orders/1");
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    @DisplayName("同一个键、两份内容同时到：下的是哪一单，得到 201 的就是哪一份")
    void twoBodiesAtOnce() throws Exception {
        for (int round = 0; round < 30; round++) {
            use(new Orders() {
                @Override
                public Order place(long bookId, int quantity) {
                    LockSupport.parkNanos(2_000_000);
                    return super.place(bookId, quantity);
                }
            });
            CyclicBarrier together = new CyclicBarrier(2);
            List<Future<Integer>> results = new ArrayList<>();
            try (var clients = Executors.newFixedThreadPool(2)) {
                for (int quantity : new int[] {2, 3}) {
                    results.add(clients.submit(() -> {
                        together.await();
                        var response = post("k1", "{\"bookId\": 1, \"quantity\": " + quantity + "}")
                                .expectBody().returnResult();
                        if (response.getStatus().value() == 201) {
                            assertThat(new String(response.getResponseBodyContent()))
                                    .contains("\"quantity\":" + quantity);
                        }
                        return response.getStatus().value();
                    }));
                }
            }
            assertThat(List.of(results.get(0).get(), results.get(1).get()))
                    .containsExactlyInAnyOrder(201, 422);
        }
    }

    @Test
    @DisplayName("第一次失败不占用键：改好之后用原来的键能下单")
    void failureIsNotRemembered() {
        post("k1", BODY.replace("1", "404")).expectStatus().isEqualTo(422);
        post("k1", BODY).expectStatus().isCreated();
    }

    @Test
    @DisplayName("第一次失败之后书到货了：同一个键、同样的内容再发一次，下得成")
    void failureIsNotRememberedForTheSameBody() {
        AtomicBoolean arrived = new AtomicBoolean();
        use(new Orders() {
            @Override
            public Order place(long bookId, int quantity) {
                if (!arrived.get()) {
                    throw new IllegalArgumentException("没有这本书");
                }
                return super.place(bookId, quantity);
            }
        });
        post("k1", BODY).expectStatus().isEqualTo(422);
        arrived.set(true);
        post("k1", BODY).expectStatus().isCreated();
    }

    @Test
    @DisplayName("同一个键同时到 20 次，只下一单")
    void concurrent() throws Exception {
        use(new WaitingOrders());
        CountDownLatch start = new CountDownLatch(1);
        Callable<String> task = () -> {
            start.await();
            return post("k1", BODY).expectStatus().isCreated().returnResult(byte[].class)
                    .getResponseHeaders().getFirst("Location");
        };
        List<String> locations = new ArrayList<>();
        try (var clients = Executors.newFixedThreadPool(20)) {
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                results.add(clients.submit(task));
            }
            start.countDown();
            for (Future<String> result : results) {
                locations.add(result.get());
            }
        }
        assertThat(locations).containsOnly("/orders/1");
        assertThat(orders.placed()).isEqualTo(1);
    }
}

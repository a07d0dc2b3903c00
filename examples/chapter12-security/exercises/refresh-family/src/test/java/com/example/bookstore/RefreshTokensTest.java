package com.example.bookstore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("刷新令牌的家族")
class RefreshTokensTest {

    @Test
    @DisplayName("用一次换一张；没发过的换不到")
    void rotates() {
        RefreshTokens tokens = new RefreshTokens();
        String second = tokens.rotate(tokens.start()).orElseThrow();
        assertThat(tokens.rotate(second)).isPresent();
        assertThat(tokens.rotate("没发过")).isEmpty();
    }

    @Test
    @DisplayName("旧的再用：整个家族作废，别的家族照常")
    void reuse() {
        RefreshTokens tokens = new RefreshTokens();
        String other = tokens.start();
        String first = tokens.start();
        String second = tokens.rotate(first).orElseThrow();
        assertThat(tokens.rotate(first)).isEmpty();
        assertThat(tokens.rotate(second)).isEmpty();
        assertThat(tokens.rotate(other)).isPresent();
    }

    @Test
    @DisplayName("换过几次之后，最旧的一张再来：手里最新的一张也作废")
    void oldReuse() {
        RefreshTokens tokens = new RefreshTokens();
        String first = tokens.start();
        String latest = first;
        for (int i = 0; i < 3; i++) {
            latest = tokens.rotate(latest).orElseThrow();
        }
        assertThat(tokens.rotate(first)).isEmpty();
        assertThat(tokens.rotate(latest)).isEmpty();
    }

    @Test
    @DisplayName("同一张同时来八次：至多换到一张，而且换到的也已作废")
    void atOnce() throws Exception {
        for (int round = 0; round < 50; round++) {
            RefreshTokens tokens = new RefreshTokens();
            String first = tokens.start();
            List<String> got = new ArrayList<>();
            try (var threads = Executors.newFixedThreadPool(8)) {
                List<Callable<Optional<String>>> calls = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    // 每个请求里是自己的一个 String，内容相同
                    calls.add(() -> tokens.rotate(new String(first)));
                }
                for (Future<Optional<String>> call : threads.invokeAll(calls)) {
                    call.get().ifPresent(got::add);
                }
            }
            assertThat(got).hasSizeLessThanOrEqualTo(1);
            assertThat(got).allMatch(token -> tokens.rotate(token).isEmpty());
        }
    }

    @Test
    @DisplayName("四个线程各换各的家族：每一张都换得到，用过的都记着，再用就整个家族作废")
    void familiesAtOnce() throws Exception {
        RefreshTokens tokens = new RefreshTokens();
        List<Callable<Map<String, String>>> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            List<String> firsts = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                firsts.add(tokens.start());
            }
            threads.add(() -> {
                Map<String, String> next = new HashMap<>();
                for (String first : firsts) {
                    next.put(first, tokens.rotate(first).orElse("没换到"));
                }
                return next;
            });
        }
        Map<String, String> next = new HashMap<>();
        try (var pool = Executors.newFixedThreadPool(threads.size())) {
            for (Future<Map<String, String>> thread : pool.invokeAll(threads)) {
                next.putAll(thread.get());
            }
        }
        assertThat(next.values()).as("每一张都换得到").noneMatch("没换到"::equals);
        long forgotten = next.entrySet().stream()
                .filter(pair -> tokens.rotate(pair.getKey()).isPresent() || tokens.rotate(pair.getValue()).isPresent())
                .count();
        assertThat(forgotten).as("用过、却没有记住的：几张令牌各有各的锁，管不住同一个集合").isZero();
    }

    @Test
    @DisplayName("一边有人登录，一边有用过的又来：每一个都认得出，家族都作废")
    void loginsMeanwhile() throws Exception {
        for (int round = 0; round < 3; round++) {
            RefreshTokens tokens = new RefreshTokens();
            List<String> used = new ArrayList<>();
            List<String> current = new ArrayList<>();
            for (int i = 0; i < 95_000; i++) { // 再有几千次登录，HashMap 就要搬家
                used.add(tokens.start());
                current.add(tokens.rotate(used.getLast()).orElseThrow());
            }
            Callable<Boolean> logins = () -> {
                for (int i = 0; i < 20_000; i++) {
                    tokens.start();
                }
                return true;
            };
            Callable<Boolean> reuse = () -> used.stream().noneMatch(token -> tokens.rotate(token).isPresent());
            try (var threads = Executors.newFixedThreadPool(2)) {
                for (Future<Boolean> thread : threads.invokeAll(List.of(logins, reuse))) {
                    assertThat(thread.get()).isTrue();
                }
            }
            assertThat(current.stream().filter(token -> tokens.rotate(token).isPresent()).count())
                    .as("重用没有认出来的：登录与来换用的不是同一把锁").isZero();
        }
    }
}

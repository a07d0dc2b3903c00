package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.Table;
import io.lettuce.core.ScriptOutputType;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.data.redis.cache.BatchStrategies;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.cache.RedisCacheWriter.RedisCacheWriterConfigurer;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What clearing one small cache costs when the same Redis holds many keys of others. */
@RequiresProgram("redis-server")
class ClearTests {

    private static final int OTHERS = 300_000;

    private record Cost(TreeMap<String, Long> calls, long typical) {
    }

    /** Ten books in the cache, cleared; while one command runs, everybody else's wait. */
    private static Cost clear(OwnRedis redis, LettuceConnectionFactory connection,
            Consumer<RedisCacheWriterConfigurer> strategy) {
        RedisCacheManager manager = RedisCacheManager.builder(RedisCacheWriter.create(connection,
                writer -> strategy.accept(writer.immediateWrites()))).build();
        manager.afterPropertiesSet();
        Cache books = manager.getCache("books");
        for (int i = 0; i < 10; i++) {
            books.put(i, "书");
        }
        redis.commands.configSet("slowlog-log-slower-than", "0");
        redis.commands.slowlogReset();
        books.clear();
        redis.commands.configSet("slowlog-log-slower-than", "-1");
        assertThat(books.get(1)).isNull();
        TreeMap<String, Long> calls = new TreeMap<>();
        List<Long> searching = new ArrayList<>();
        for (Object entry : redis.commands.slowlogGet(100_000)) {
            List<?> line = (List<?>) entry;
            String command = String.valueOf(((List<?>) line.get(3)).getFirst()).toUpperCase();
            if (List.of("KEYS", "SCAN", "DEL", "UNLINK").contains(command)) {
                calls.merge(command, 1L, Long::sum);
            }
            if (List.of("KEYS", "SCAN").contains(command)) {
                searching.add(((Number) line.get(2)).longValue());
            }
        }
        searching.sort(null);
        return new Cost(calls, searching.get(searching.size() / 2));
    }

    @Test
    @DisplayName("清空 10 本书的缓存，别的键有三十万：KEYS 一条命令看完三十万，比 SCAN 的一条久二十倍以上；别的键换到另一个库里，KEYS 就不看它们")
    void largeKeyspace() {
        try (OwnRedis redis = new OwnRedis("--slowlog-max-len", "100000")) {
            redis.commands.eval("for i = 1, %d do redis.call('set', 'cart:' .. i, 1) end".formatted(OTHERS),
                    ScriptOutputType.STATUS);
            assertThat(redis.commands.dbsize()).isEqualTo(OTHERS);
            var connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
            connection.afterPropertiesSet();
            connection.start();
            try {
                Cost keys = clear(redis, connection, writer -> { });
                Cost scan = clear(redis, connection,
                        writer -> writer.batchStrategy(BatchStrategies.scan(1000)));
                assertThat(redis.commands.dbsize()).isEqualTo(OTHERS);
                redis.commands.swapdb(0, 1);
                assertThat(redis.commands.dbsize()).as("别人的键到另一个库里去了").isZero();
                Cost alone = clear(redis, connection, writer -> { });
                assertThat(alone.calls).isEqualTo(keys.calls);
                assertThat(keys.typical).isGreaterThan(20 * alone.typical);
                assertThat(keys.calls).containsOnly(java.util.Map.entry("KEYS", 1L), java.util.Map.entry("DEL", 1L));
                assertThat(scan.calls.get("SCAN")).isBetween(100L, 999L);
                assertThat(keys.typical).isGreaterThan(20 * scan.typical);
                Recording.check("clear-cost.txt", new Table("清空 10 本书，别的键有 30 万个", "命令", "找键的一条命令占住 Redis")
                        .row("KEYS（默认）", "KEYS 一条，DEL 一条", "20 倍以上")
                        .row("SCAN，一批 1000", "SCAN 几百条，DEL 一条", "1（中位数）")
                        .row("KEYS，别的键在另一个库里", "KEYS 一条，DEL 一条", "KEYS（默认）的二十分之一以下").toString());
            }
            finally {
                connection.destroy();
            }
        }
    }
}

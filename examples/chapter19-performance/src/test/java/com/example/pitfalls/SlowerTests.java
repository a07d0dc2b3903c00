package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.RawData;
import com.example.bookstore.ShelfBook;
import com.example.measure.AbTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
@Isolated
class SlowerTests {

    private static final List<Integer> CENTS = IntStream.rangeClosed(1, 40).mapToObj(i -> i * 100).toList();

    private static <T> Callable<T> times(int times, Callable<T> call) {
        return () -> {
            T last = null;
            for (int i = 0; i < times; i++) {
                last = call.call();
            }
            return last;
        };
    }

    // region parallel
    static int total(List<Integer> cents) {
        return cents.stream().mapToInt(price -> price * 9 / 10).sum();
    }

    static int totalInParallel(List<Integer> cents) {
        // 看上去两个核一起算，会快一倍
        return cents.parallelStream().mapToInt(price -> price * 9 / 10).sum();
    }
    // endregion parallel

    @Test
    void parallelStreamIsSlower() throws Exception {
        assertThat(totalInParallel(CENTS)).isEqualTo(total(CENTS)).isEqualTo(73_800);
        AbTest.Result result = AbTest.run("parallelStream", times(2000, () -> totalInParallel(CENTS)),
                "stream", times(2000, () -> total(CENTS)), 20);
        RawData.check("parallel.tsv", result, RawData.fasterBy(3));
        Recording.check("parallel.txt", new Table("四十个价格打九折再相加", "用的时间")
                .row("stream", "1").row("parallelStream", "3 倍以上").toString());
    }

    private static final ShelfBook BOOK = new ShelfBook("9787536692930", "三体", "刘慈欣");
    private static final JsonMapper SHARED = JsonMapper.builder().build();

    @Test
    void newMapperEachTimeIsSlower() throws Exception {
        assertThat(JsonMapper.builder().build().writeValueAsString(BOOK)).isEqualTo(SHARED.writeValueAsString(BOOK));
        AbTest.Result result = AbTest.run("每次新建", times(50, () -> JsonMapper.builder().build().writeValueAsString(BOOK)),
                "一直用一个", times(50, () -> SHARED.writeValueAsString(BOOK)), 20);
        RawData.check("mapper.tsv", result, RawData.fasterBy(3));
        Recording.check("mapper.txt", new Table("写一本书的 JSON", "用的时间")
                .row("一直用一个 JsonMapper", "1").row("每次新建一个", "3 倍以上").toString());
    }

    private static int gzipped(String body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.size();
    }

    @Test
    void gzipOfAShortBodyIsLonger() throws IOException {
        String body = "{\"stock\":7,\"cents\":2300}";
        assertThat(body).hasSize(24);
        assertThat(gzipped(body)).isGreaterThan(24);
        assertThat(gzipped(body.repeat(100))).isLessThan(240);
    }
}

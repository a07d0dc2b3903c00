package com.example.measure;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Runs two variants in turn and says whether their difference is real. Copy this file: as a program it compares two
 * addresses ({@code java AbTest.java http://localhost:8080/a http://localhost:8080/b 20}), as a class two calls.
 */
public final class AbTest {

    /** With fewer rounds no result could be significant: 8 rounds have 256 arrangements. */
    private static final int FEWEST_ROUNDS = 8;
    private static final int MOST_ROUNDS = 10_000;
    private static final int WARM_UPS = 3;
    private static final int SHUFFLES = 9_999;
    private static final double SIGNIFICANT = 0.01;

    private static volatile Object sink;

    private AbTest() {
    }

    /**
     * What was measured, in nanoseconds; the same index is the same round.
     *
     * @param ratio the median of the rounds' B divided by A
     * @param p how often a difference this large would come by chance if both were equally fast
     */
    public record Result(String nameA, double[] a, String nameB, double[] b, double ratio, double p) {

        public boolean real() {
            return p < SIGNIFICANT && sameDirection();
        }

        /** A few rounds that took many times as long can outweigh the others: then nobody can say which is faster. */
        private boolean sameDirection() {
            double sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += Math.log(b[i] / a[i]);
            }
            return sum * Math.log(ratio) > 0;
        }

        // region report
        @Override
        public String toString() {
            return side("A", nameA, a) + side("B", nameB, b)
                    + "%d 轮，B 用的时间是 A 的 %s 倍，p = %.4f：%s%n".formatted(
                            a.length, number(ratio), p, verdict());
        }

        private String verdict() {
            if (real()) {
                return "差别是真的";
            }
            return p < SIGNIFICANT ? "多数轮与全部合起来说的不一样，说不出谁快" : "看不出差别";
        }

        private static String side(String side, String name, double[] times) {
            return "%s %s：中位数 %s，中间一半在 %s 到 %s%n".formatted(side, name,
                    time(quantile(times, 0.5)), time(quantile(times, 0.25)),
                    time(quantile(times, 0.75)));
        }
        // endregion report
    }

    // region run
    /** 每一轮两种写法各做一次，先后轮流换。 */
    public static Result run(String nameA, Callable<?> a, String nameB, Callable<?> b,
            int rounds) throws Exception {
        checkRounds(rounds);
        for (int i = 0; i < WARM_UPS; i++) {
            // 头几次在编译代码、建连接，不算
            time(a);
            time(b);
        }
        double[] timesA = new double[rounds];
        double[] timesB = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            if (i % 2 == 0) {
                timesA[i] = time(a);
                timesB[i] = time(b);
            }
            else {
                timesB[i] = time(b);
                timesA[i] = time(a);
            }
        }
        return compare(nameA, timesA, nameB, timesB);
    }
    // endregion run

    private static double time(Callable<?> variant) throws Exception {
        long start = System.nanoTime();
        // A result that nobody uses may be optimised away, and the work with it.
        sink = variant.call();
        return Math.max(1, System.nanoTime() - start);
    }

    // region compare
    /**
     * 假设两种写法一样快，那么每一轮里谁是 A、谁是 B 就是随便写的：
     * 换一换，看差别有多常变得这么大。
     */
    public static Result compare(String nameA, double[] a, String nameB, double[] b) {
        checkRounds(a.length);
        if (a.length != b.length) {
            throw new IllegalArgumentException(
                    "两边的轮数不同：%d 与 %d".formatted(a.length, b.length));
        }
        double[] difference = new double[a.length];
        double[] ratios = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            ratios[i] = checkTime(b[i]) / checkTime(a[i]);
            difference[i] = Math.log(ratios[i]);
        }
        double measured = Math.abs(Arrays.stream(difference).sum());
        // 种子固定，同样的数据得到同样的结论
        Random random = new Random(19);
        int asLarge = 1;
        for (int i = 0; i < SHUFFLES; i++) {
            double sum = 0;
            for (double one : difference) {
                sum += random.nextBoolean() ? one : -one;
            }
            if (Math.abs(sum) >= measured - 1e-9) {
                asLarge++;
            }
        }
        return new Result(nameA, a.clone(), nameB, b.clone(), quantile(ratios, 0.5),
                asLarge / (SHUFFLES + 1.0));
    }
    // endregion compare

    private static void checkRounds(int rounds) {
        if (rounds < FEWEST_ROUNDS || rounds > MOST_ROUNDS) {
            throw new IllegalArgumentException(
                    "轮数要在 %d 到 %d 之间，不是 %d".formatted(FEWEST_ROUNDS, MOST_ROUNDS, rounds));
        }
    }

    private static double checkTime(double nanos) {
        if (!(nanos > 0 && nanos < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("时间要大于 0，不是 " + nanos);
        }
        return nanos;
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    private static String time(double nanos) {
        return nanos >= 1e9 ? number(nanos / 1e9) + " s"
                : nanos >= 1e6 ? number(nanos / 1e6) + " ms"
                : nanos >= 1e3 ? number(nanos / 1e3) + " μs" : number(nanos) + " ns";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT,
                value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.2g", value);
    }

    // region main
    public static void main(String[] args) throws Exception {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        if (args.length < 2 || args.length > 3
                || args.length == 3 && !args[2].matches("\\d{1,9}")) {
            System.err.println("用法：java AbTest.java 地址A 地址B [轮数]");
            System.exit(2);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            int rounds = args.length == 3 ? Integer.parseInt(args[2]) : 20;
            System.out.print(run(args[0], get(client, args[0]),
                    args[1], get(client, args[1]), rounds));
        }
        catch (IllegalArgumentException | IllegalStateException ex) {
            System.err.println(ex.getMessage());
            System.exit(1);
        }
    }
    // endregion main

    /** A container often has no LANG, and would print question marks: there the report is written as UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('轮') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    // region get
    private static Callable<String> get(HttpClient client, String address) {
        return () -> {
            HttpResponse<String> response;
            try {
                response = client.send(HttpRequest.newBuilder(URI.create(address))
                        .timeout(Duration.ofMinutes(1)).build(),
                        HttpResponse.BodyHandlers.ofString());
            }
            catch (IOException ex) {
                throw new IllegalStateException(address + " 没有答复", ex);
            }
            catch (IllegalArgumentException ex) {
                throw new IllegalStateException("地址“" + address
                        + "”不对：要写全，比如 http://localhost:8080/a", ex);
            }
            if (response.statusCode() != 200) {
                // 出错的页面往往回得最快，不能当成快
                throw new IllegalStateException(address + " 返回 " + response.statusCode());
            }
            return response.body();
        };
    }
    // endregion get
}

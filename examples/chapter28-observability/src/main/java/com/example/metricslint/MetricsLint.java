package com.example.metricslint;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * 检查一个正在运行的应用的指标：名字、单位、基数、丢了的仪表、像编号的标签值。一个文件，不用编译：
 * {@code java MetricsLint.java http://localhost:8180/actuator/prometheus [每个指标最多几条序列]}。
 * 没有问题退出码是 0，有问题是 1，读不到是 2。
 */
public final class MetricsLint {

    // “+” 结尾的量词不回头，标签值再长也不会把栈用完
    private static final String QUOTED = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"";
    private static final Pattern SAMPLE = Pattern.compile("(?<name>[^\\s{]++)(?:\\{(?<labels>[^\"}]*+(?:" + QUOTED
            + "[^\"}]*+)*+)})?\\s+(?<value>NaN|[+-]?Inf|[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)(?:\\s.*)?");
    private static final Pattern LABEL = Pattern.compile("(?<key>[^=,\\s\"]++)=(?<value>" + QUOTED + ")");
    private static final Pattern GOOD_NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Set<String> ODD_UNITS = Set.of("ms", "millis", "milliseconds", "micros", "nanos",
            "microseconds", "nanoseconds", "minutes", "hours", "kb", "mb", "gb", "kilobytes", "megabytes", "percent");
    /** 不是应用自己的指标：名字改不了，没有样本时值本来就是 NaN，Kafka 的 node_id 像编号而不是。 */
    private static final List<String> FOREIGN = List.of("jvm_", "process_cpu_",
            "process_files_", "process_start_", "process_uptime_", "system_cpu_", "system_load_", "kafka_");
    private static final Pattern ID = Pattern.compile(
            // UUID，大小写都算；没有横线的也算，traceId 就是
            "(?i).*(?<![0-9a-f])[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?![0-9a-f]).*"
            + "|.*(?<![0-9.])\\d{6,}(?!\\.?[0-9]).*" // 长长的数
            + "|\\S+@\\S+\\.\\S+");                // 邮箱

    private static final String USAGE = "用法：java MetricsLint.java http://主机:端口/actuator/prometheus [上限]";

    private final int limit;
    private final Map<String, List<Map<String, String>>> series = new LinkedHashMap<>();
    private final Map<String, String> types = new TreeMap<>();
    private final Set<String> lost = new TreeSet<>();

    private MetricsLint(int limit) {
        this.limit = limit;
    }

    public static void main(String[] args) {
        System.setOut(legible(System.out, FileDescriptor.out));
        System.setErr(legible(System.err, FileDescriptor.err));
        System.exit(run(args));
    }

    /** 流水线与容器里常常没有 LANG，那里只会打印问号：改用 UTF-8。 */
    private static PrintStream legible(PrintStream stream, FileDescriptor descriptor) {
        return stream.charset().newEncoder().canEncode('书') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    private static int run(String[] args) {
        if (args.length < 1 || args.length > 2) {
            System.err.println(USAGE);
            return 2;
        }
        try {
            String text = fetch(URI.create(args[0]));
            List<String> findings = check(text, args.length > 1 ? limit(args[1]) : 100);
            findings.forEach(System.out::println);
            System.out.println(findings.isEmpty() ? "没有发现问题" : findings.size() + " 个问题");
            return findings.isEmpty() ? 0 : 1;
        }
        catch (IllegalArgumentException | IOException ex) {
            System.err.println("读不到指标：" + ex.getMessage());
            System.err.println(USAGE);
            return 2;
        }
    }

    private static int limit(String written) {
        try {
            return Integer.parseInt(written);
        }
        catch (NumberFormatException ex) {
            throw new IllegalArgumentException("上限要写整数，不是 " + written, ex);
        }
    }

    private static String fetch(URI address) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(address)
                    .timeout(Duration.ofSeconds(10)).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(address + " 返回 " + answer.statusCode());
            }
            return answer.body();
        }
        catch (ConnectException ex) { // 它自己常常一个字也没有
            throw new IOException("连不上 " + address + "，先看应用启动了没有、主机名与端口对不对", ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException(ex);
        }
    }

    /**
     * 检查一份 Prometheus 文本格式的指标。
     *
     * @param limit 一个指标最多几条序列
     * @return 每个问题一行；没有问题就是空的
     * @throws IOException 不是指标
     * @throws IllegalArgumentException 上限小于 1
     */
    public static List<String> check(String text, int limit) throws IOException {
        if (limit < 1) {
            throw new IllegalArgumentException("上限至少是 1");
        }
        MetricsLint lint = new MetricsLint(limit);
        lint.read(text);
        return lint.findings();
    }

    private void read(String text) throws IOException {
        for (String line : text.lines().map(String::strip).toList()) {
            String[] words = line.startsWith("#") ? line.split("\\s+", 4) : new String[0];
            if (words.length == 4 && words[1].equals("TYPE")) {
                types.put(words[2], words[3]);
            }
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Matcher sample = SAMPLE.matcher(line);
            if (!sample.matches()) {
                throw new IOException("这一行不是指标：" + line.substring(0, Math.min(80, line.length())));
            }
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(sample.group("labels") == null ? "" : sample.group("labels"));
            while (label.find()) {
                String quoted = label.group("value");
                labels.put(label.group("key"), quoted.substring(1, quoted.length() - 1));
            }
            String name = sample.group("name");
            series.computeIfAbsent(name, key -> new ArrayList<>()).add(labels);
            if (sample.group("value").equals("NaN") && "gauge".equals(types.get(name)) && !foreign(name)) {
                lost.add(name);
            }
        }
        if (series.isEmpty() || types.isEmpty()) {
            throw new IOException("没有指标，或者没有 # TYPE 行");
        }
    }

    private static boolean foreign(String name) {
        return FOREIGN.stream().anyMatch(name::startsWith);
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        types.forEach((name, type) -> {
            if (!GOOD_NAME.matcher(name).matches()) {
                findings.add("名字  " + name + "：用小写字母、数字与下划线");
            }
            boolean oddUnit = Stream.of(name.split("_")).anyMatch(ODD_UNITS::contains);
            if (oddUnit && !foreign(name)) { // jvm_、kafka_ 等等，不是你起的名字
                findings.add("单位  " + name + "：用 seconds、bytes、ratio");
            }
            if (type.equals("counter") && !name.endsWith("_total")
                    && !series.containsKey(name + "_total")) { // OpenMetrics 的写法
                findings.add("名字  " + name + "：计数器以 _total 结尾");
            }
        });
        lost.forEach(name -> findings.add("丢了  " + name
                + "：值是 NaN，被量的对象可能已经回收"));
        series.forEach((name, all) -> cardinality(name, all, findings));
        return findings;
    }

    private void cardinality(String name, List<Map<String, String>> all,
            List<String> findings) {
        Map<String, Set<String>> values = new TreeMap<>();
        for (Map<String, String> labels : all) {
            labels.forEach((key, value) ->
                    values.computeIfAbsent(key, k -> new TreeSet<>()).add(value));
        }
        values.remove("le"); // 直方图的桶是固定的，不算
        long count = all.stream().map(labels -> {
            Map<String, String> rest = new TreeMap<>(labels);
            rest.remove("le");
            return rest;
        }).distinct().count();
        if (count > limit) {
            Map.Entry<String, Set<String>> most = values.entrySet().stream()
                    .max(Map.Entry.comparingByValue((a, b) -> a.size() - b.size()))
                    .orElseThrow();
            findings.add("基数  %s：%d 条序列，标签 %s 有 %d 种值"
                    .formatted(name, count, most.getKey(), most.getValue().size()));
        }
        values.forEach((key, seen) -> seen.stream()
                .filter(value -> !foreign(name) && ID.matcher(value).matches()).findFirst()
                .ifPresent(value -> findings.add(
                        "编号  " + name + "：标签 " + key + " 里有 " + value)));
    }
}

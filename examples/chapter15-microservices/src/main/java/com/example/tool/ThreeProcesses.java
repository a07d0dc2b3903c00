package com.example.tool;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.io.StringReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts the applications of a file, wires them by {@code ${name.port}}, waits until all are ready, prints
 * what they print with their name before it, and stops all of them when one ends or Ctrl+C is pressed.
 * Copy this one file, delete the line with {@code package} and run
 * {@code java ThreeProcesses.java shop.properties}.
 */
public final class ThreeProcesses implements AutoCloseable {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]+)}");
    static final Duration READY = Duration.ofSeconds(120);
    private static final int STOP_SECONDS = 20;

    private final Map<String, String> values;
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final Map<Process, Set<ProcessHandle>> families = new HashMap<>();
    private final List<Thread> tails = new ArrayList<>();
    private final PrintStream out;
    private boolean closing;

    private ThreeProcesses(Map<String, String> values, PrintStream out) {
        this.values = values;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        if (args.length != 1) {
            System.err.println("用法：java ThreeProcesses.java 文件.properties");
            System.exit(2);
        }
        int exitCode;
        try (ThreeProcesses shop = start(Path.of(args[0]), System.out)) {
            exitCode = shop.processes.get(shop.awaitFirstEnd()).exitValue();
        }
        catch (NoSuchFileException ex) {
            System.err.println("没有这个文件：" + ex.getMessage());
            exitCode = 1;
        }
        catch (IOException ex) {
            System.err.println("读不了 " + args[0] + "，它要是一个 UTF-8 的文件：" + ex.getMessage());
            exitCode = 1;
        }
        catch (IllegalArgumentException | IllegalStateException ex) {
            System.err.println(ex.getMessage());
            exitCode = 1;
        }
        System.exit(exitCode);
    }

    /** A container often has no LANG, and would print question marks: there it is UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        return Charset.forName(System.getProperty(property, "UTF-8")).newEncoder().canEncode('书') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    // region start
    /** 按文件启动，全部就绪才返回；有一个起不来，就把别的也停掉。 */
    public static ThreeProcesses start(Path file, PrintStream out) throws IOException {
        Map<String, String> values = read(file);
        ThreeProcesses shop = new ThreeProcesses(values, out);
        // Ctrl+C 时也停掉它们，哪怕还没有全部就绪
        Runtime.getRuntime().addShutdownHook(new Thread(shop::close));
        try {
            List<String> names = values.keySet().stream()
                    .filter(key -> key.endsWith(".command"))
                    .map(key -> key.replaceFirst("[.]command$", "")).toList();
            if (names.isEmpty()) {
                throw new IllegalArgumentException(file + " 里没有“名字.command=”");
            }
            // 先选好全部端口，谁都可以写别人的 ${名字.port}
            choosePorts(names, values);
            // 再替换全部命令，名字写错就一个也不启动
            Map<String, List<String>> commands = new LinkedHashMap<>();
            names.forEach(name -> commands.put(name, shop.command(name)));
            names.forEach(shop::readyPath);
            commands.forEach(shop::launch);
            for (String name : names) {
                shop.awaitReady(name);
            }
            out.println("全部就绪");
            return shop;
        }
        catch (IOException | RuntimeException ex) {
            shop.close();
            throw ex;
        }
    }
    // endregion start

    private static Map<String, String> read(Path file) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        // Some editors write a mark in front, which would become a part of the first name.
        try (Reader reader = new StringReader(Files.readString(file).replaceFirst("^\uFEFF", ""))) {
            // A Properties of its own would forget the order.
            new Properties() {
                @Override
                public synchronized Object put(Object key, Object value) {
                    if (values.containsKey(key)) {
                        throw new IllegalStateException(file + " 里 " + key + " 写了两次");
                    }
                    return values.put((String) key, (String) value);
                }
            }.load(reader);
        }
        catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(file + " 里的反斜杠后面不对，路径请用正斜杠：" + ex.getMessage(), ex);
        }
        values.putIfAbsent("java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        values.putIfAbsent("classpath", System.getProperty("java.class.path"));
        return values;
    }

    /** A port of the file must be free as well: otherwise another program would be taken for the application. */
    private static void choosePorts(List<String> names, Map<String, String> values) throws IOException {
        List<ServerSocket> chosen = new ArrayList<>();
        try {
            for (String name : names) {
                String port = values.getOrDefault(name + ".port", "0").strip();
                if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
                    throw new IllegalArgumentException(name + ".port 要写一个 65535 以内的数，写的是“" + port + "”");
                }
                chosen.stream().filter(other -> other.getLocalPort() == Integer.parseInt(port)).findAny()
                        .ifPresent(other -> {
                            throw new IllegalArgumentException(name + " 的端口 " + port + " 在文件里已经给了别的应用");
                        });
                // Asked first: macOS lets a port be opened that another program has on 127.0.0.1 alone.
                if (!port.equals("0") && answers(port)) {
                    throw new IllegalArgumentException(name + " 的端口 " + port + " 已经有程序在用");
                }
                try {
                    chosen.add(new ServerSocket(Integer.parseInt(port)));
                }
                catch (BindException ex) {
                    throw new IllegalArgumentException(name + " 的端口 " + port + " 用不了：被占着，或者没有权限", ex);
                }
                values.put(name + ".port", String.valueOf(chosen.getLast().getLocalPort()));
            }
        }
        finally {
            for (ServerSocket socket : chosen) {
                socket.close();
            }
        }
    }

    /** What the system says of a port that cannot be had is in the reader's language; who answers there is not. */
    private static boolean answers(String port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)), 1_000);
            return true;
        }
        catch (IOException ex) {
            return false;
        }
    }

    private String readyPath(String name) {
        String path = values.getOrDefault(name + ".ready", "/actuator/health/readiness").strip();
        if (!path.matches("/[!-~]*")) {
            throw new IllegalArgumentException(name + ".ready 要写以 / 开头的路径，写的是“" + path + "”");
        }
        return path;
    }

    private List<String> command(String name) {
        // 先切开再替换，路径里有空格也不会断成两截
        String[] words = values.get(name + ".command").strip().split("\\s+");
        for (String word : words) {
            if (word.matches(".*[\"'].*")) {
                throw new IllegalArgumentException(name + ".command 只按空格切开，不认引号："
                        + "带空格的参数另写一行 x=…，命令里写 ${x}");
            }
        }
        for (String word : words) {
            if (PLACEHOLDER.matcher(word).replaceAll("").contains("${")) {
                throw new IllegalArgumentException(name + ".command 里的 " + word + " 没有写完：${…} 里没有空格，以 } 结束");
            }
        }
        return Arrays.stream(words).map(this::resolve).toList();
    }

    private synchronized void launch(String name, List<String> command) {
        if (closing) {
            throw new IllegalStateException("已经在停了，不再启动 " + name);
        }
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        }
        catch (IOException ex) {
            throw new IllegalStateException(name + " 起不来：运行不了程序 " + command.getFirst(), ex);
        }
        processes.put(name, process);
        tails.add(Thread.startVirtualThread(() -> tail(name, process)));
        out.println(name + " | 启动，端口 " + values.get(name + ".port"));
    }

    private String resolve(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            String value = values.get(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("不认识 ${" + found.group(1) + "}");
            }
            if (PLACEHOLDER.matcher(value).find()) {
                throw new IllegalArgumentException(found.group(1) + " 的值里又有 ${…}，只替换一层：把它写进命令里");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private void tail(String name, Process process) {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = lines.readLine()) != null;) {
                out.println(name + " | " + line);
            }
        }
        catch (IOException ex) {
            out.println(name + " | 读不到它的输出了：" + ex.getMessage());
        }
    }

    private void awaitReady(String name) {
        awaitReady(name, READY);
    }

    void awaitReady(String name, Duration limit) {
        URI uri = uri(name, readyPath(name));
        String missing = "还没有问过";
        long end = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < end) {
            // Any of them: one that was ready may have ended while another one is waited for.
            processes.forEach((ended, process) -> {
                family(process);
                if (!process.isAlive()) {
                    throw new IllegalStateException("还没有全部就绪，" + ended + " 就结束了，退出码 " + process.exitValue());
                }
            });
            missing = missing(uri);
            if (missing == null) {
                family(processes.get(name)); // what answers has been started by now
                out.println(name + " | 就绪");
                return;
            }
            sleep();
        }
        throw new IllegalStateException(name + " 没有在 " + limit.toSeconds() + " 秒内就绪：" + missing);
    }

    /** What {@code uri} still lacks to be ready, or {@code null}. */
    static String missing(URI uri) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> response = client.send(
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(2)).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            response.body().close(); // the body may never end
            int status = response.statusCode();
            return status == 200 ? null : uri + " 返回 " + status + "，就绪的网址在别处时写 名字.ready";
        }
        catch (IOException ex) {
            return uri + " 没有响应，命令里把 ${名字.port} 交给应用了吗";
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("等待时被中断", ex);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("等待时被中断", ex);
        }
    }

    /** {@code http://127.0.0.1:port} of an application with a path behind it. */
    public URI uri(String name, String path) {
        String port = values.get(name + ".port");
        if (port == null) {
            throw new IllegalArgumentException("没有名叫 " + name + " 的应用");
        }
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** The process of an application. */
    public ProcessHandle process(String name) {
        return processes.get(name).toHandle();
    }

    /** Waits until one of them ends, and tells which. */
    public String awaitFirstEnd() {
        Map<String, CompletableFuture<Process>> ends = new LinkedHashMap<>();
        processes.forEach((name, process) -> ends.put(name, process.onExit()));
        CompletableFuture.anyOf(ends.values().toArray(CompletableFuture[]::new)).join();
        String first = ends.entrySet().stream().filter(end -> end.getValue().isDone())
                .map(Map.Entry::getKey).findFirst().orElseThrow();
        out.println(first + " | 结束了，退出码 " + processes.get(first).exitValue() + "，把别的也停掉");
        return first;
    }

    /** 按启动的反序停：先停网关，再停它后面的；20 秒还不走，就强行结束。 */
    @Override
    public synchronized void close() {
        closing = true;
        try {
            for (Process process : List.copyOf(processes.values()).reversed()) {
                // 命令是脚本时，真正的应用是它的子进程：只停脚本，应用还在
                Set<ProcessHandle> all = family(process);
                // 不用 Process.destroy()：它会关掉管道，进程最后打印的几行就丢了
                all.forEach(ProcessHandle::destroy);
                for (ProcessHandle one : all) {
                    if (!ends(one)) {
                        one.destroyForcibly();
                    }
                }
            }
            // 它们最后打印的几行也要出来
            for (Thread tail : tails) {
                tail.join(Duration.ofSeconds(STOP_SECONDS));
            }
        }
        catch (InterruptedException ex) {
            processes.values().forEach(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }

    /** With all that it has started. A process that has ended can no longer be asked, so what was seen is kept. */
    private synchronized Set<ProcessHandle> family(Process process) {
        Set<ProcessHandle> family = families.computeIfAbsent(process, each -> new LinkedHashSet<>());
        process.descendants().forEach(family::add);
        family.add(process.toHandle());
        return family;
    }

    private static boolean ends(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
            return true;
        }
        catch (ExecutionException | TimeoutException ex) {
            return false;
        }
    }
}

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * 开始之前的自检：列出本机的版本，指出缺什么。运行：java SelfCheck.java [端口]
 * 只用 Java 11 的语法，装了旧 JDK 的人也能运行它，由它说出旧在哪里。
 */
public class SelfCheck {

    private static final int NEEDED_JDK = 21;
    private static final int LIMIT = Integer.getInteger("selfcheck.seconds", 60);
    private static final String SILENT = "等了 " + LIMIT + " 秒没有结束";
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private final List<String> failures = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        int port = portOf(args);
        SelfCheck check = new SelfCheck();
        terminal();
        check.jdk();
        check.javaHome(System.getenv("JAVA_HOME"));
        check.maven();
        check.mirrors(Path.of(System.getProperty("user.home"), ".m2", "settings.xml"));
        check.git();
        check.docker();
        check.encoding();
        check.port(port);
        System.out.println(check.failures.isEmpty() ? "结论：可以开始。"
                : "结论：先处理 " + check.failures.size() + " 项：" + String.join("、", check.failures));
        System.exit(check.failures.isEmpty() ? 0 : 1);
    }

    /** 要检查的端口；写成别的，一句话说明写法就结束，不打印调用栈。 */
    private static int portOf(String[] args) {
        String typed = args.length > 0 ? args[0] : "8080";
        if (typed.matches("\\d{1,5}") && Integer.parseInt(typed) <= 65535) {
            return Integer.parseInt(typed);
        }
        System.err.println("端口要写成 0 到 65535 的整数，例如 java SelfCheck.java 9090；写的是：" + typed);
        System.exit(2);
        return -1;
    }

    /** 终端的编码里没有汉字时，下面全是问号，所以先用英文说怎么办。 */
    private static void terminal() {
        String charset = stdoutEncoding();
        // 写成转义：JDK 11 到 17 在中文 Windows 上按 GBK 读这个文件，单引号里写汉字就编译不过
        if (!Charset.isSupported(charset) || !Charset.forName(charset).newEncoder().canEncode('\u4E66')) {
            System.out.println("This terminal (" + charset + ") cannot show Chinese. "
                    + "Windows: chcp 65001; Linux: export LC_ALL=C.UTF-8; then run it again.");
        }
    }

    private static String stdoutEncoding() {
        return System.getProperty("stdout.encoding",
                System.getProperty("sun.stdout.encoding", Charset.defaultCharset().name()));
    }

    private void jdk() {
        int feature = Runtime.version().feature();
        String detail = System.getProperty("java.version") + "，" + System.getProperty("java.home");
        if (feature >= NEEDED_JDK) {
            pass("JDK", detail);
        }
        else {
            fail("JDK", detail + "；需要 " + NEEDED_JDK + " 或更新的版本，并且在 PATH 里排在它前面");
        }
    }

    // region java-home
    private void javaHome(String value) throws IOException {
        if (value == null || value.isBlank()) {
            note("JAVA_HOME", "没有设置，Maven 自己找一个 java；用的是哪个，见 Maven 那一行");
            return;
        }
        if (value.contains("\"")) {
            fail("JAVA_HOME", value + "；引号不是路径的一部分，去掉它");
            return;
        }
        Optional<Path> folder = path(value);
        if (folder.isEmpty()) {
            fail("JAVA_HOME", value + "；这不是一个路径，或者终端的编码里没有其中的字");
            return;
        }
        Path home = folder.get();
        if (!Files.isRegularFile(home.resolve("bin").resolve(executable("java")))) {
            String reason = home.endsWith("bin") ? "多写了末尾的 bin，应指向它的上一级"
                    : "这里没有 bin/java，目录写错了";
            fail("JAVA_HOME", value + "；" + reason);
        }
        else if (!Files.isRegularFile(home.resolve("bin").resolve(executable("javac")))) {
            fail("JAVA_HOME", value + "；有 java 没有 javac，这是 JRE，不是 JDK");
        }
        else {
            String version = releaseOf(home);
            if (feature(version) == 0) {
                note("JAVA_HOME", value + "；release 文件里读不到版本，见 Maven 那一行");
            }
            else if (feature(version) < NEEDED_JDK) {
                fail("JAVA_HOME", value + "；是 JDK " + version + "，太旧");
            }
            else {
                pass("JAVA_HOME", value);
            }
        }
    }

    /** JDK 的根目录里有一个 release 文件，不用运行它就知道版本；没有的，返回空。 */
    private static String releaseOf(Path home) throws IOException {
        Path release = home.resolve("release");
        String text = Files.isRegularFile(release) && Files.isReadable(release)
                ? Files.readString(release, StandardCharsets.ISO_8859_1) : "";
        Matcher matcher = Pattern.compile("JAVA_VERSION=\"(.+?)\"").matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
    // endregion java-home

    private void maven() throws Exception {
        Optional<Path> program = find("mvn").stream().findFirst();
        if (program.isEmpty()) {
            fail("Maven", "PATH 里没有 mvn");
            return;
        }
        String output = run(program.get().toString(), "-v");
        Matcher maven = Pattern.compile("Apache Maven (\\S+)").matcher(output);
        Matcher java = Pattern.compile("Java version: ([^,\\s]+)").matcher(output);
        if (!maven.find() || !java.find()) {
            fail("Maven", program.get() + " 不能运行：" + output.strip().replaceAll("\\s+", " "));
        }
        else if (isOlderThanNeeded(maven.group(1))) {
            fail("Maven", maven.group(1) + "；需要 3.8 或更新的版本");
        }
        else if (feature(java.group(1)) < NEEDED_JDK) {
            fail("Maven", maven.group(1) + "，用的是 JDK " + java.group(1) + "；把 JAVA_HOME 改成新的 JDK");
        }
        else {
            pass("Maven", maven.group(1) + "，用的是 JDK " + java.group(1));
        }
    }

    private static boolean isOlderThanNeeded(String maven) {
        Matcher version = Pattern.compile("(\\d+)\\.(\\d+)").matcher(maven);
        return version.lookingAt()
                && Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2)) < 3008;
    }

    private void mirrors(Path settings) {
        if (!Files.exists(settings)) {
            note("Maven 镜像", "没有 " + settings + "；Maven 自带的设置没有改过的话，直连 Maven Central");
            return;
        }
        Document document;
        try {
            document = parse(settings);
        }
        catch (Exception ex) {
            fail("Maven 镜像", settings + " 不是合法的 XML：" + ex.getMessage());
            return;
        }
        NodeList lists = document.getElementsByTagName("mirrors");
        if (lists.getLength() > 1 && isTopLevel(lists.item(0)) && isTopLevel(lists.item(1))) {
            fail("Maven 镜像", settings + " 里写了两段 mirrors，Maven 不能构建；合成一段");
        }
        Set<String> seen = new LinkedHashSet<>();
        Set<String> ids = new LinkedHashSet<>();
        NodeList mirrors = document.getElementsByTagName("mirror");
        for (int i = 0; i < mirrors.getLength(); i++) {
            Element mirror = (Element) mirrors.item(i);
            String of = text(mirror, "mirrorOf");
            String url = text(mirror, "url");
            String line = of + " → " + url;
            List<String> earlier = List.copyOf(seen);
            List<String> parts = List.of(of.split(","));
            if (!isRead(mirror)) {
                note("Maven 镜像", line + "；它不在 settings 下面的 mirrors 里，Maven 不看它");
            }
            else if (of.isEmpty() || url.isEmpty()) {
                fail("Maven 镜像", line + "；没有写 " + (of.isEmpty() ? "mirrorOf" : "url") + "，Maven 不能构建");
            }
            else if (!doubled(mirror).isEmpty()) {
                fail("Maven 镜像", line + "；" + doubled(mirror) + " 写了两次，Maven 不能构建");
            }
            else if (!url.matches("(?i)([a-z][a-z0-9+.-]*:|\\$\\{).*")) {
                fail("Maven 镜像", line + "；地址要以 https:// 开头，Maven 不能构建");
            }
            else if (!ids.add(text(mirror, "id").isEmpty() ? "default" : text(mirror, "id"))) {
                note("Maven 镜像", line + "；id 与前面的相同，这一个不起作用");
            }
            else if (!takesMavenRepositories(text(mirror, "mirrorOfLayouts"))) {
                note("Maven 镜像", line + "；mirrorOfLayouts 里没有 default，这一个不起作用");
            }
            else if (!seen.add(of)) {
                note("Maven 镜像", line + "；前面已有 mirrorOf 相同的，这一个不起作用");
            }
            else if (parts.stream().anyMatch(part -> !part.equals(part.strip()))) {
                note("Maven 镜像", line + "；逗号旁边有空格，Maven 把它当成 id 的一部分，去掉它");
            }
            else if (parts.stream().allMatch(part -> part.startsWith("!"))) {
                note("Maven 镜像", line + "；只写了不要的，这一个不起作用");
            }
            else if (isShadowed(of, earlier)) {
                note("Maven 镜像", line + "；要的仓库都归了前面的镜像，这一个不起作用");
            }
            else if (text(mirror, "blocked").equals("true")) {
                note("Maven 镜像", line + "；它写着 blocked，归它的仓库都不许访问");
            }
            else if (of.equals("*")) {
                note("Maven 镜像", line + "；项目自己写的仓库也会被它顶替");
            }
            else {
                pass("Maven 镜像", line);
            }
        }
        if (mirrors.getLength() == 0) {
            note("Maven 镜像", settings + " 里没有镜像");
        }
        else if (!failures.contains("Maven 镜像") && seen.stream().noneMatch(SelfCheck::takesCentral)) {
            note("Maven 镜像", "没有一个管 central；Maven 自带的设置没有改过的话，Maven Central 还是直连");
        }
    }

    /** Maven 自己的仓库，布局叫 default；不写就是管它们。 */
    private static boolean takesMavenRepositories(String layouts) {
        List<String> parts = List.of(layouts.split(","));
        return layouts.isEmpty() || !parts.contains("!default") && (parts.contains("default") || parts.contains("*"));
    }

    private static boolean takesCentral(String mirrorOf) {
        List<String> parts = List.of(mirrorOf.split(","));
        return !parts.contains("!central")
                && (parts.contains("central") || parts.contains("*") || parts.contains("external:*"));
    }

    /** 与 Maven 一样宽：不取 DTD，字节读不通的地方用替代字符，比如存成 GBK 的注释。 */
    private static Document parse(Path settings) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        DocumentBuilder builder = factory.newDocumentBuilder();
        // 默认的处理器会把错误另外打印一行英文
        builder.setErrorHandler(new DefaultHandler());
        try {
            return builder.parse(settings.toFile());
        }
        catch (SAXException ex) {
            String text = new String(Files.readAllBytes(settings), StandardCharsets.UTF_8);
            return builder.parse(new InputSource(new StringReader(text)));
        }
    }

    /** 写了不止一次的标签，用顿号隔开。 */
    private static String doubled(Element mirror) {
        List<String> doubled = new ArrayList<>();
        for (String tag : List.of("id", "name", "mirrorOf", "url", "blocked")) {
            if (mirror.getElementsByTagName(tag).getLength() > 1) {
                doubled.add(tag);
            }
        }
        return String.join("、", doubled);
    }

    private static boolean isRead(Element mirror) {
        return mirror.getParentNode().getNodeName().equals("mirrors") && isTopLevel(mirror.getParentNode());
    }

    private static boolean isTopLevel(Node node) {
        return node.getParentNode() == node.getOwnerDocument().getDocumentElement();
    }

    /** 原样写一个 id 的优先，别的写法先来先得：它要的每一个仓库，前面都有人要了，它就轮不到。 */
    private static boolean isShadowed(String mirrorOf, List<String> earlier) {
        if (!mirrorOf.matches(".*[,*:!].*")) {
            return false;
        }
        List<String> parts = List.of(mirrorOf.split(","));
        return parts.stream().filter(part -> !part.startsWith("!"))
                .allMatch(wanted -> wanted.contains("*") ? isPatternTaken(wanted, parts, earlier)
                        : isIdTaken(wanted, earlier));
    }

    private static boolean isIdTaken(String id, List<String> earlier) {
        return earlier.stream().map(other -> List.of(other.split(",")))
                .anyMatch(other -> !other.contains("!" + id) && (other.contains(id) || other.contains("*")));
    }

    /** 前面的通配放过的几个，要么它自己也放过，要么另有前面的镜像要了。 */
    private static boolean isPatternTaken(String pattern, List<String> parts, List<String> earlier) {
        return earlier.stream().map(other -> List.of(other.split(",")))
                .filter(other -> other.contains("*") || other.contains(pattern)
                        || pattern.equals("external:http:*") && other.contains("external:*"))
                .anyMatch(other -> other.stream().filter(part -> part.startsWith("!"))
                        .allMatch(part -> parts.contains(part) || isIdTaken(part.substring(1), earlier)));
    }

    private void git() throws Exception {
        Optional<Path> program = find("git").stream().findFirst();
        if (program.isEmpty()) {
            fail("Git", "PATH 里没有 git");
        }
        else {
            String output = run(program.get().toString(), "--version").strip();
            Matcher git = Pattern.compile("git version (.+)").matcher(output);
            if (git.find()) {
                pass("Git", git.group(1));
            }
            else {
                fail("Git", program.get() + " 不能运行：" + output.replaceAll("\\s+", " "));
            }
        }
    }

    private void docker() throws Exception {
        Optional<Path> program = find("docker").stream().findFirst();
        if (program.isEmpty()) {
            note("Docker", "没有找到，用到数据库和消息队列的章才需要");
        }
        else {
            String output = run(program.get().toString(), "--version").strip();
            // WSL 里没有接通时，docker 是一个只会说“找不到”的脚本
            if (Pattern.compile("version \\d").matcher(output).find()) {
                pass("Docker", output);
            }
            else {
                note("Docker", program.get() + " 不能运行：" + output.replaceAll("\\s+", " "));
            }
        }
    }

    private void encoding() {
        String charset = Charset.defaultCharset().name();
        String detail = "默认 " + charset + "，终端 " + stdoutEncoding();
        if (charset.equals("UTF-8")) {
            pass("编码", detail);
        }
        else {
            note("编码", detail + "；JDK 18 起默认是 UTF-8");
        }
    }

    private void port(int port) {
        String problem = problemWith(port);
        if (problem.isEmpty()) {
            pass("端口", port + " 空闲");
        }
        else {
            note("端口", port + " " + problem);
        }
    }

    // region port
    /** 又连又绑：别的程序只占 127.0.0.1 时，有的系统上绑定也会成功。 */
    private static String problemWith(int port) {
        try (Socket socket = new Socket()) {
            InetAddress here = InetAddress.getLoopbackAddress();
            socket.connect(new InetSocketAddress(here, port), 500);
            return "被占用，启动应用之前要让出来，或者换一个端口";
        }
        catch (IOException nobodyAnswers) {
            try (ServerSocket server = new ServerSocket(port)) {
                return "";
            }
            catch (IOException ex) {
                return "监听不了（" + ex.getMessage() + "），换一个端口";
            }
        }
    }
    // endregion port

    /** 1.8.0_402 是 8，17.0.15 是 17，25-ea 是 25；不像版本号的是 0。 */
    static int feature(String version) {
        Matcher matcher = Pattern.compile("(?:1\\.)?(\\d{1,3})(?!\\d)").matcher(version);
        return matcher.lookingAt() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** PATH 里的同名程序，先找到的在前；系统执行的就是第一个。 */
    private static List<Path> find(String name) {
        List<Path> found = new ArrayList<>();
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        for (String folder : path.split(File.pathSeparator)) {
            for (String suffix : WINDOWS ? List.of(".exe", ".cmd", ".bat") : List.of("")) {
                path(folder.replace("\"", "")).map(valid -> valid.resolve(name + suffix))
                        .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    /** PATH 里常有写坏的一项，例如末尾多了空格；不该为它停下来。 */
    private static Optional<Path> path(String value) {
        try {
            return Optional.of(Path.of(value));
        }
        catch (InvalidPathException ex) {
            return Optional.empty();
        }
    }

    /** 运行一个程序，返回它打印的；到时间还没有结束，返回的是一句说明。 */
    private static String run(String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        }
        catch (IOException ex) {
            // 文件在，系统却不能执行它，比如脚本是 Windows 的换行
            return ex.getMessage();
        }
        process.getOutputStream().close();
        try {
            // 读的时候会一直等，所以由另一个线程读
            String output = CompletableFuture.supplyAsync(() -> output(process)).get(LIMIT, TimeUnit.SECONDS);
            return output.replaceAll("\u001B\\[[0-9;]*m", "");
        }
        catch (TimeoutException ex) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            return SILENT;
        }
    }

    private static String output(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String executable(String name) {
        return WINDOWS ? name + ".exe" : name;
    }

    private static String text(Element element, String tag) {
        NodeList nodes = element.getElementsByTagName(tag);
        return nodes.getLength() == 0 ? "" : nodes.item(0).getTextContent().strip();
    }

    private void pass(String name, String detail) {
        System.out.println("[通过] " + name + "：" + detail);
    }

    private void note(String name, String detail) {
        System.out.println("[提醒] " + name + "：" + detail);
    }

    private void fail(String name, String detail) {
        failures.add(name);
        System.out.println("[缺失] " + name + "：" + detail);
    }
}

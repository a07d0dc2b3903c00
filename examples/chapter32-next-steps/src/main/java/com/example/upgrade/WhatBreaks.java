package com.example.upgrade;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads a Maven or Gradle project and lists what an upgrade to Spring Boot 3 and 4 will break, as far as this book
 * has recorded it. Changes nothing and runs nothing. One file that needs SnakeYAML, which every Spring Boot
 * application has: {@code java -cp snakeyaml.jar WhatBreaks.java <folder> [--from 2]}.
 */
public final class WhatBreaks {

    /** When a break shows. */
    public enum When {
        BUILD("构建工具解析依赖时"), COMPILE("编译时"), START("启动时"), SILENT("不报错");

        private final String label;

        When(String label) {
            this.label = label;
        }
    }

    // region rule
    /**
     * 一处断裂：升到哪个主版本、什么时候发现、在哪些文件里找什么、怎样改；
     * file 是整个文件还要像什么。
     */
    record Rule(int major, When when, Pattern files, Pattern pattern, String cure,
            Pattern file) {

        Rule in(String file) {
            return new Rule(major, when, files, pattern, cure,
                    Pattern.compile(file));
        }
    }

    private static Rule rule(int major, When when, String files, String pattern,
            String cure) {
        return new Rule(major, when, Pattern.compile(files), Pattern.compile(pattern),
                cure, Pattern.compile(""));
    }

    /** 改了名的键，连同它下面的；max-size、maxSize 是同一个键；but 是例外。 */
    private static Rule key(int major, String old, String but, String cure) {
        return rule(major, When.SILENT, CONFIG,
                "^" + Pattern.quote(uniform(old)) + but + "(?=[.\\[]|$)", cure);
    }

    /** 一个构件的名字，后面不再接着别的字母：POM、Gradle 的脚本与版本目录里都找。 */
    private static Rule artifact(int major, When when, String names, String cure) {
        return rule(major, when, BUILDS, "(?<![\\w-])(" + names + ")(?![\\w-])", cure);
    }
    // endregion rule

    private static final String JAVA = ".*\\.java";
    private static final String GRADLE = ".*\\.gradle(\\.kts)?|.*\\.versions\\.toml";
    private static final String BUILDS = "(.*/)?pom\\.xml|" + GRADLE;
    private static final String CONFIG = ".*(application|bootstrap)[^/]*\\.(properties|ya?ml)";
    /** What Boot 4 left where it was: single types, and packages without those below them. */
    private static final String STAYED = "(?!BackgroundPreinitializer\\b)[A-Z*]|cache\\.CacheType\\b"
            + "|web\\.(?!ServerProperties\\b)[A-Z]|template\\.(?!Abstract(Template)?ViewResolverProperties\\b)[A-Z]"
            + "|(admin|aop|availability|condition|container|context|data|diagnostics\\.analyzer|info|jmx|logging"
            + "|service\\.connection|ssl|task|web\\.format)\\.[A-Z*]";
    /** Packages and types of the other jars that Boot 4 moved; the slices of tests and the health checks are below. */
    private static final String MOVED = "(Configurable|Default)?Bootstrap(Context|Registry)\\w*|orm\\.jpa\\."
            + "|test\\.web\\.client\\.(?!TestRestTemplate)[A-Z]"
            + "|web\\.((codec|client(?!\\.(RestTemplateBuilder|\\*))|embedded|reactive)\\.|context\\.[A-Z*]|server\\.ErrorPage"
            + "|servlet\\.((context|error|filter|server|view)\\.|MultipartConfigFactory\\b|ServletComponentScan\\b))"
            + "|actuate\\.autoconfigure\\.(?!(audit|beans|condition|context|endpoint|env|info|logging|management|sbom"
            + "|scheduling|startup|web)\\.|[A-Z*])"
            + "|actuate\\.(?!(audit|autoconfigure|beans|context|endpoint|env|health|info|logging|management|sbom"
            + "|scheduling|security|startup|web)\\.|[A-Z*])";
    /** A variable that holds HttpHeaders; and what such headers are taken from. */
    private static final String HEADERS = "\\bHttpHeaders \\w*[hH]eaders\\b|[hH]eaders *= *new HttpHeaders\\b";
    private static final String EXCHANGE =
            "\\b(ResponseEntity|RequestEntity|HttpEntity|HttpHeaders|ClientHttp\\w+|ServerHttp\\w+)\\b";
    /** The one key whose value counts: names of classes, which may have moved. */
    private static final String EXCLUDE = "spring.autoconfigure.exclude";
    private static final long TOO_BIG = 64L * 1024 * 1024;
    private static final Pattern NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+){2,}");
    private static final Set<String> NOT_READ = Set.of("kt", "groovy", "scala");
    private static final Set<String> NEVER_SOURCES = Set.of(".git", ".gradle", ".idea", ".mvn", "node_modules");
    private static final Set<String> BUILT = Set.of("target", "build", "out", "bin");

    static final List<Rule> RULES = List.of(
            // 自己写了版本的，照旧能用
            artifact(3, When.BUILD, "mysql-connector-java", "com.mysql:mysql-connector-j")
                    .in("mysql-connector-java(?![\\w:-]|\\s*</artifactId>\\s*<version>|[\"']\\s*,\\s*version)"),
            rule(3, When.COMPILE, JAVA, "\\bjavax\\.(persistence(?!(\\.[a-z]\\w*)+$)|validation|servlet|inject|mail|jms"
                            + "|websocket|ws\\.rs"
                            + "|xml\\.(bind|soap|ws)|activation|batch|ejb|el|enterprise|faces|interceptor|json|jws|resource"
                            + "|transaction(?!\\.xa)|annotation\\.(security|sql|PostConstruct|PreDestroy|Resources?"
                            + "|Priority|Generated|ManagedBean|\\*))(?!\\w)",
                    "javax → jakarta"),
            rule(3, When.COMPILE, JAVA, "\\bWebSecurityConfigurerAdapter\\b",
                    "SecurityFilterChain 的 @Bean 方法"),
            rule(3, When.COMPILE, JAVA, "\\.(ant|mvc|regex)Matchers\\(", "requestMatchers"),
            rule(3, When.COMPILE, JAVA, "context\\.properties\\.(ConstructorBinding|\\*)",
                    "删掉，或换成 .bind 包里的").in("@ConstructorBinding\\b"),
            rule(3, When.COMPILE, JAVA, "@Type\\(type *=|@TypeDefs?\\(", "@Convert 或 @JdbcTypeCode")
                    .in("hibernate\\.annotations\\."),
            rule(3, When.COMPILE, JAVA, "\\bPagingAndSortingRepository<",
                    "再继承 CrudRepository").in("(?s)\\A(?!.*\\b(Crud|Jpa|Mongo)Repository<)"),
            rule(3, When.COMPILE, JAVA, "\\bHttpStatus \\w+ *=[^;]*\\.getStatusCode\\(\\)", "HttpStatusCode"),
            rule(3, When.COMPILE, JAVA, "\\bHttpHeaders \\w+, *(final )?HttpStatus \\w+|^\\s*(final )?HttpStatus \\w+,\\s*$"
                            + "|\\bHttpStatus \\w+, *(final )?WebRequest\\b",
                    "HttpStatusCode").in("\\bResponseEntityExceptionHandler\\b"),
            rule(3, When.START, ".*spring\\.factories", "EnableAutoConfiguration",
                    "挪进 AutoConfiguration.imports"),
            key(3, "spring.redis", "(?!\\.redisson\\b)", "spring.data.redis.*"),
            key(3, "server.max-http-header-size", "", "server.max-http-request-header-size"),
            rule(3, When.SILENT, ".*\\.sql", "(?i)hibernate_sequence", "每个实体一个序列，步长 50"),
            artifact(4, When.BUILD, "spring-boot-starter-undertow", "换成 Tomcat 或 Jetty"),
            artifact(4, When.BUILD, "spring-boot-starter-aop", "spring-boot-starter-aspectj"),
            rule(4, When.COMPILE, JAVA, "boot\\.test\\.mock\\.mockito\\.",
                    "@MockitoBean、@MockitoSpyBean"),
            rule(4, When.COMPILE, JAVA, "boot\\.test\\.autoconfigure\\.web\\.servlet\\.",
                    "boot.webmvc.test.autoconfigure"),
            rule(4, When.COMPILE, JAVA, "boot\\.test\\.autoconfigure\\.(?!web\\.servlet\\.|json\\.|jdbc\\.AutoConfigureDataSourceI"
                            + "|[A-Z*])",
                    "boot.模块名.test.autoconfigure，让 IDE 重新导入"),
            rule(4, When.COMPILE, JAVA, "boot\\.test\\.web\\.client\\.(TestRestTemplate|\\*)",
                    "加 @AutoConfigureTestRestTemplate"),
            rule(4, When.COMPILE, JAVA, "springframework\\.boot\\.autoconfigure\\.(?!" + STAYED + ")",
                    "多半在 boot.模块名.autoconfigure，让 IDE 重新导入"),
            rule(4, When.COMPILE, JAVA, "springframework\\.boot\\.(" + MOVED + ")", "换了包，让 IDE 重新导入"),
            rule(4, When.COMPILE, JAVA, "springframework\\.boot\\.web\\.server\\.\\*", "换了包，让 IDE 重新导入")
                    .in("\\bErrorPage(Registrar|Registry)?\\b"),
            rule(4, When.COMPILE, JAVA, "springframework\\.boot\\.web\\.servlet\\.\\*", "换了包，让 IDE 重新导入")
                    .in("\\b(MultipartConfigFactory|ServletComponentScan)\\b"),
            rule(4, When.COMPILE, JAVA, "boot\\.actuate\\.health\\.", "boot.health.contributor"),
            rule(4, When.COMPILE, JAVA, "boot\\.web\\.client\\.(RestTemplateBuilder|\\*)",
                    "boot.restclient，加 spring-boot-starter-restclient"),
            rule(4, When.COMPILE, JAVA, "\\bcom\\.fasterxml\\.jackson\\.(core|databind|dataformat|datatype|module)\\.",
                    "tools.jackson"),
            rule(4, When.COMPILE, JAVA, "boot\\.jackson\\.(Json(Component|Mixin)|\\*)",
                    "JacksonComponent、JacksonMixin").in("\\bJson(Component|Mixin)\\b"),
            rule(4, When.COMPILE, JAVA, "hibernate\\.annotations\\.(Where\\b|\\*)", "@SQLRestriction").in("\\bWhere\\b"),
            rule(4, When.COMPILE, JAVA, "\\.(and|csrf|cors|httpBasic|formLogin|logout|headers|sessionManagement"
                            + "|exceptionHandling|oauth2(Login|Client|ResourceServer)|saml2(Login|Logout|Metadata)"
                            + "|authorizeHttpRequests|requestCache|requiresChannel|securityContext|securityMatchers"
                            + "|servletApi|portMapper|jee|x509)\\(\\)|\\.authorizeRequests\\("
                            // 规则里面也有这两个，还在：.requestMatchers(…).anonymous()
                            + "|\\bhttp(Security)?\\.(anonymous|rememberMe)\\(\\)",
                    "lambda 写法").in("HttpSecurity\\b"),
            rule(4, When.COMPILE, JAVA, "[hH]eaders\\.containsKey\\(", "containsHeader").in(HEADERS),
            rule(4, When.COMPILE, JAVA, "\\bgetHeaders\\(\\)\\.containsKey\\(", "containsHeader").in(EXCHANGE),
            rule(4, When.COMPILE, JAVA, "[hH]eaders\\.(keySet|entrySet|values)\\(", "headerNames、headerSet").in(HEADERS),
            rule(4, When.COMPILE, JAVA, "\\bgetHeaders\\(\\)\\.(keySet|entrySet|values)\\(", "headerNames、headerSet")
                    .in(EXCHANGE),
            rule(4, When.COMPILE, JAVA, "[hH]eaders\\.(addIfAbsent|compute(If(Abs|Pres)ent)?|containsValue|merge|replace(All)?)\\(",
                    "HttpHeaders 不再是 Map").in(HEADERS),
            rule(4, When.COMPILE, JAVA, "\\b(AntPath|Mvc)RequestMatcher\\b", "PathPatternRequestMatcher"),
            rule(4, When.COMPILE, JAVA, "(^\\s*|\\)|[bB]uilder)\\.set(Connect|Read)Timeout\\(", "connectTimeout、readTimeout")
                    .in("\\bRestTemplateBuilder\\b"),
            rule(4, When.COMPILE, JAVA, "[fF]actory(\\(\\))?\\.setConnectTimeout\\(", "连接管理器的 ConnectionConfig")
                    .in("\\bHttpComponentsClientHttpRequestFactory\\b"),
            rule(4, When.COMPILE, JAVA, "\\.(getStatusCodeValue|getRawStatusCode)\\(\\)", "getStatusCode().value()"),
            rule(4, When.COMPILE, JAVA, "\\bAPPLICATION_(PROBLEM_)?JSON_UTF8", "去掉 _UTF8").in("\\bMediaType\\b"),
            rule(4, When.COMPILE, JAVA, "new DaoAuthenticationProvider\\(\\)", "把 UserDetailsService 交给构造器"),
            key(4, "server.error", "", "spring.web.error.*"),
            rule(4, When.SILENT, CONFIG, "^" + EXCLUDE + ".*=.*springframework\\.boot\\.autoconfigure\\.(?!" + STAYED + ")",
                    "类换了包，写新的全名"),
            artifact(4, When.SILENT, "flyway-core|liquibase-core",
                    "spring-boot-starter-flyway、-liquibase"),
            rule(4, When.SILENT, JAVA, "^@Entity\\b|^public (final )?class \\w+(Response|Dto|DTO|View|Vo|VO)\\b",
                    "JSON 的字段顺序可能变，在意就写 @JsonPropertyOrder").in("(?s)\\A(?!.*@JsonPropertyOrder\\b)"));

    /** One place that will break. */
    public record Finding(int major, When when, Path file, int line, String cure) {
    }

    /** What was found, what could not be read, and whether a Gradle build was among it. */
    public record Result(List<Finding> found, List<String> unread, boolean gradle) {
    }

    /** A piece of a file that rules look at, and the line it stands on; a quoted one is the text of a string. */
    private record Line(int number, String text, boolean quoted) {

        Line(int number, String text) {
            this(number, text, false);
        }
    }

    /** A file that cannot be understood; the message is one line that says which and where. */
    static final class Unreadable extends Exception {

        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    private WhatBreaks() {
    }

    /** Finds what lies ahead of the version that the build names. */
    public static List<Finding> find(Path project) throws IOException {
        return scan(project, majorOf(project)).found();
    }

    /** 逐个文件、逐行比对；已经在那个主版本上的规则不用，读不懂的文件记下来。 */
    public static Result scan(Path folder, int now) throws IOException {
        Path project = folder.toRealPath(); // 也许是一个链接
        List<Finding> found = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        List<Path> files = sources(project, unread);
        for (Path file : files) {
            Path relative = project.relativize(file);
            String name = slashes(relative);
            List<Rule> rules = RULES.stream().filter(rule -> rule.major() > now
                    && rule.files().matcher(name).matches() && !hasImports(file)).toList();
            try {
                List<Line> lines = rules.isEmpty() ? List.of() : lines(file, name);
                String whole = lines.stream().map(Line::text)
                        .collect(Collectors.joining("\n"));
                rules = rules.stream()
                        .filter(rule -> rule.file().matcher(whole).find()).toList();
                for (Line line : lines) {
                    rules.stream().filter(rule -> rule.pattern().matcher(line.text()).find())
                            .map(rule -> new Finding(rule.major(), line.quoted() ? When.SILENT
                                    : rule.when(), relative, line.number(), rule.cure()))
                            .forEach(found::add);
                }
            }
            catch (Unreadable ex) {
                unread.add(ex.getMessage());
            }
        }
        found.sort(ORDER);
        unread.addAll(otherLanguages(files));
        Gradle gradle = Gradle.of(project, files, unread);
        return new Result(found, unread, gradle.isThere());
    }

    /** A library for old and new versions has both files; the old one hurts nobody. */
    private static boolean hasImports(Path file) {
        return file.endsWith("spring.factories") && Files.exists(file.resolveSibling(
                "spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports"));
    }

    private static final Comparator<Finding> ORDER = Comparator.comparingInt(Finding::major)
            .thenComparing(Finding::when).thenComparing(finding -> slashes(finding.file()))
            .thenComparingInt(Finding::line);

    /** All files but those that a tool made; what cannot be opened is said. */
    private static List<Path> sources(Path project, List<String> unread) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(project, new SimpleFileVisitor<>() {

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean left = !folder.equals(project) && isNoSource(project.relativize(folder), folder);
                return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException ex) {
                unread.add(slashes(project.relativize(file)) + " 读不了：" + ex.getClass().getSimpleName());
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        return files;
    }

    /** A package may be called {@code build} or {@code target}: below {@code src} nothing is left out. */
    private static boolean isNoSource(Path relative, Path folder) {
        String name = folder.getFileName().toString();
        if (!BUILT.contains(name)) {
            return NEVER_SOURCES.contains(name);
        }
        for (Path part : relative) {
            if (part.toString().equals("src")) {
                return false;
            }
        }
        return Stream.of("pom.xml", "build.gradle", "build.gradle.kts", "src")
                .anyMatch(sign -> Files.exists(folder.resolveSibling(sign)));
    }

    private static List<String> otherLanguages(List<Path> files) {
        Map<String, Long> counts = files.stream().map(file -> file.getFileName().toString().replaceAll(".*\\.", ""))
                .filter(NOT_READ::contains).collect(Collectors.groupingBy(end -> end, Collectors.counting()));
        return counts.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(count -> "有 " + count.getValue() + " 个 ." + count.getKey() + " 文件：源码只读 .java").toList();
    }

    private static List<Line> lines(Path file, String name) throws Unreadable {
        if (name.endsWith(".properties")) {
            return properties(read(file, name, StandardCharsets.ISO_8859_1), name);
        }
        String text = read(file, name, StandardCharsets.UTF_8);
        if (name.matches(".*\\.ya?ml")) {
            return yaml(text, name);
        }
        String code = withoutComments(text, Syntax.of(name));
        return name.endsWith(".java") ? withoutStrings(code) : numbered(code);
    }

    private static String read(Path file, String name, Charset charset) throws Unreadable {
        try {
            if (Files.size(file) > TOO_BIG) {
                throw new Unreadable(name + " 太大，没有读：" + Files.size(file) / 1024 / 1024 + " MB");
            }
            String text = Files.readString(file, charset);
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        }
        catch (CharacterCodingException ex) {
            throw new Unreadable(name + " 不是 UTF-8，先转换编码");
        }
        catch (IOException ex) {
            throw new Unreadable(name + " 读不了：" + ex.getClass().getSimpleName());
        }
    }

    private static List<Line> numbered(String text) {
        List<Line> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(new Line(lines.size() + 1, line)));
        return lines;
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    // ---- Comments ----

    /** How a language writes comments, as pairs of begin and end, and what quotes a text in which none begins. */
    private record Syntax(List<String> comments, List<String> quotes) {

        private static final Syntax JAVA = new Syntax(List.of("//", "\n", "/*", "*/"),
                List.of("\"\"\"", "'''", "\"", "'"));
        private static final Syntax XML = new Syntax(List.of("<!--", "-->"), List.of());
        private static final Syntax SQL = new Syntax(List.of("--", "\n", "/*", "*/"), List.of("'", "\""));
        private static final Syntax HASH = new Syntax(List.of("#", "\n"), List.of("\"", "'"));

        static Syntax of(String name) {
            return switch (name.substring(name.lastIndexOf('.') + 1)) {
                case "xml" -> XML;
                case "sql" -> SQL;
                case "toml", "factories" -> HASH;
                default -> JAVA;
            };
        }
    }

    /** Comments become spaces, so that what is left keeps its line and column. */
    static String withoutComments(String text, Syntax syntax) {
        StringBuilder left = new StringBuilder(text);
        int at = 0;
        while (at < text.length()) {
            int end = at + 1;
            String quote = beginning(text, at, syntax.quotes());
            if (quote != null) {
                end = endOfQuote(text, at + quote.length(), quote);
            }
            for (int i = 0; quote == null && i < syntax.comments().size(); i += 2) {
                if (text.startsWith(syntax.comments().get(i), at)) {
                    end = endOfComment(text, at + syntax.comments().get(i).length(), syntax.comments().get(i + 1));
                    for (int blank = at; blank < end; blank++) {
                        if (text.charAt(blank) != '\n' && text.charAt(blank) != '\r') {
                            left.setCharAt(blank, ' ');
                        }
                    }
                    break;
                }
            }
            at = end;
        }
        return left.toString();
    }

    /** The text of a string is no code; one that is the name of a class and no more becomes a line of its own. */
    private static List<Line> withoutStrings(String code) {
        StringBuilder left = new StringBuilder(code);
        List<Line> names = new ArrayList<>();
        int at = 0;
        int number = 1;
        while (at < code.length()) {
            String quote = beginning(code, at, Syntax.JAVA.quotes());
            int end = quote == null ? at + 1 : endOfQuote(code, at + quote.length(), quote);
            if (quote != null && !quote.equals("'")) {
                String text = code.substring(at, end).replace("\"", "");
                if (NAME.matcher(text).matches()) {
                    names.add(new Line(number, text, true));
                }
                for (int blank = at + quote.length(); blank < end - quote.length(); blank++) {
                    if (code.charAt(blank) != '\n' && code.charAt(blank) != '\r') {
                        left.setCharAt(blank, ' ');
                    }
                }
            }
            number += (int) code.substring(at, end).chars().filter(one -> one == '\n').count();
            at = end;
        }
        List<Line> lines = numbered(left.toString());
        lines.addAll(names);
        return lines;
    }

    private static String beginning(String text, int at, List<String> all) {
        return all.stream().filter(one -> text.startsWith(one, at)).findFirst().orElse(null);
    }

    private static int endOfComment(String text, int from, String end) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    /** A short quote that is not closed ends with its line. */
    private static int endOfQuote(String text, int from, String quote) {
        for (int at = from; at < text.length(); at++) {
            if (text.startsWith(quote, at)) {
                return at + quote.length();
            }
            if (text.charAt(at) == '\\') {
                at++;
            }
            else if (text.charAt(at) == '\n' && quote.length() == 1) {
                return at;
            }
        }
        return text.length();
    }

    // ---- Configuration ----

    /** Spring Boot takes {@code maxSize}, {@code max-size} and {@code MAX_SIZE} for one name. */
    static String uniform(String key) {
        return key.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }

    /** 真的解析：不论怎样写，得到的都是从根写起的键和它的行号。 */
    static List<Line> yaml(String text, String name) throws Unreadable {
        // @project.version@ 由构建工具填，填之前还不是 YAML
        String filled = text.replaceAll("@([\\w.-]+)@", "_$1_");
        List<Line> keys = new ArrayList<>();
        Set<Node> above = Collections.newSetFromMap(new IdentityHashMap<>());
        try {
            for (Node document : new Yaml().composeAll(new StringReader(filled))) {
                addKeys("", 0, document, keys, above);
            }
        }
        catch (MarkedYAMLException ex) {
            int line = ex.getProblemMark() == null ? 1 : ex.getProblemMark().getLine() + 1;
            throw new Unreadable(name + " 第 " + line + " 行不是 YAML："
                    + oneLine(ex.getProblem()));
        }
        catch (YAMLException ex) {
            throw new Unreadable(name + " 不是 YAML：" + oneLine(ex.getMessage()));
        }
        return keys;
    }

    private static void addKeys(String path, int line, Node node, List<Line> keys, Set<Node> above)
            throws Unreadable {
        if (!above.add(node)) {
            throw new YAMLException("an anchor contains itself");
        }
        if (node instanceof MappingNode mapping && !mapping.getValue().isEmpty()) {
            for (NodeTuple entry : mapping.getValue()) {
                Node value = entry.getValueNode();
                String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
                int at = entry.getKeyNode().getStartMark().getLine() + 1;
                if (key.equals("<<")) {
                    for (Node merged : value instanceof SequenceNode many ? many.getValue() : List.of(value)) {
                        addKeys(path, at, merged, keys, above);
                    }
                }
                else {
                    addKeys(path.isEmpty() ? key : path + "." + key, at, value, keys, above);
                }
            }
        }
        else if (node instanceof SequenceNode list && !list.getValue().isEmpty()) {
            for (Node item : list.getValue()) {
                addKeys(path + "[]", item.getStartMark().getLine() + 1, item, keys, above);
            }
        }
        else if (!path.isEmpty()) {
            addKey(line, path, node instanceof ScalarNode scalar ? scalar.getValue() : "", keys);
        }
        above.remove(node);
    }

    private static void addKey(int line, String key, String value, List<Line> keys) {
        String name = uniform(key);
        keys.add(new Line(line, name.startsWith(EXCLUDE) ? name + "=" + value : name));
    }

    /** The keys as Java reads them, with their continued lines and escapes. */
    static List<Line> properties(String text, String name) throws Unreadable {
        List<String> lines = text.lines().toList();
        List<Line> keys = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            int first = i + 1;
            StringBuilder entry = new StringBuilder(lines.get(i));
            boolean comment = lines.get(i).strip().matches("[#!].*");
            while (!comment && entry.toString().matches("(?s).*(?<!\\\\)(\\\\\\\\)*\\\\") && i + 1 < lines.size()) {
                entry.append('\n').append(lines.get(++i));
            }
            Properties one = new Properties();
            try {
                one.load(new StringReader(entry.toString()));
            }
            catch (IllegalArgumentException | IOException ex) {
                throw new Unreadable(name + " 第 " + first + " 行读不懂：" + oneLine(ex.getMessage()));
            }
            one.stringPropertyNames().forEach(key -> addKey(first, key, one.getProperty(key), keys));
        }
        return keys;
    }

    private static String oneLine(String message) {
        return message == null ? "没有说明原因" : message.replaceAll("\\s+", " ").strip();
    }

    // ---- The version ----

    /** The major version of Spring Boot that a project builds with now. */
    static int majorOf(Path folder) throws IOException {
        Path project = folder.toRealPath();
        List<Path> files = sources(project, new ArrayList<>());
        Gradle gradle = Gradle.of(project, files, new ArrayList<>());
        boolean scripts = Stream.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")
                .anyMatch(name -> Files.exists(project.resolve(name)));
        Set<Integer> majors = new TreeSet<>();
        if (Files.exists(project.resolve("pom.xml"))) {
            majors.add(majorOf(text(project.resolve("pom.xml"))));
            majors.addAll(majorsOfModules(project, files));
        }
        if (scripts) {
            majors.addAll(gradle.majors());
        }
        if (majors.size() > 1) {
            throw new IllegalArgumentException("写着不止一个 Spring Boot 的主版本："
                    + majors.stream().map(String::valueOf).collect(Collectors.joining("、"))
                    + "；用 --from 说明从哪一个升起");
        }
        return majors.iterator().next();
    }

    /** What modules say themselves; a module that says nothing has the version of the project's POM. */
    private static Set<Integer> majorsOfModules(Path project, List<Path> files) {
        Set<Integer> majors = new TreeSet<>();
        for (Path file : files) {
            if (file.endsWith("pom.xml") && !file.equals(project.resolve("pom.xml"))) {
                try {
                    majors.add(majorOf(text(file)));
                }
                catch (NotClear ex) {
                    throw new IllegalArgumentException(slashes(project.relativize(file)) + "：" + ex.getMessage(), ex);
                }
                catch (IllegalArgumentException ex) {
                    // No version of its own.
                }
            }
        }
        return majors;
    }

    /** A version is written, but not which major one it is. */
    private static final class NotClear extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        NotClear(String message) {
            super(message);
        }
    }

    private static String text(Path pom) {
        try {
            return read(pom, "pom.xml", StandardCharsets.UTF_8);
        }
        catch (Unreadable ex) {
            throw new IllegalArgumentException(ex.getMessage(), ex);
        }
    }

    /** The Spring Boot of a POM's parent or of the BOM that it imports. */
    static int majorOf(String pom) {
        Document document = xml(pom);
        for (String name : List.of("spring-boot-starter-parent", "spring-boot-dependencies")) {
            NodeList artifacts = document.getElementsByTagName("artifactId");
            for (int i = 0; i < artifacts.getLength(); i++) {
                Element artifact = (Element) artifacts.item(i);
                NodeList versions = ((Element) artifact.getParentNode()).getElementsByTagName("version");
                if (artifact.getTextContent().strip().equals(name) && versions.getLength() > 0) {
                    return majorOf(versions.item(0).getTextContent().strip(), document);
                }
            }
        }
        throw new IllegalArgumentException("POM 里没有写 Spring Boot 的版本：找不到 spring-boot-starter-parent"
                + " 或 spring-boot-dependencies；版本在公司的父 POM 里时，用 --from 说明");
    }

    private static int majorOf(String version, Document pom) {
        Matcher property = Pattern.compile("\\$\\{([^}]+)}").matcher(version);
        String value = version;
        if (property.matches()) {
            NodeList properties = pom.getElementsByTagName(property.group(1));
            if (properties.getLength() == 0) {
                throw new IllegalArgumentException("POM 里没有属性 " + property.group(1) + "；用 --from 说明现在的主版本");
            }
            value = properties.item(0).getTextContent().strip();
            for (int i = 1; i < properties.getLength(); i++) {
                String other = properties.item(i).getTextContent().strip(); // in a profile
                if (!other.replaceFirst("\\..*", "").equals(value.replaceFirst("\\..*", ""))) {
                    throw new NotClear("POM 里属性 " + property.group(1) + " 写着 " + value + "，又写着 "
                            + other + "；用 --from 说明现在的主版本");
                }
            }
        }
        Matcher number = Pattern.compile("(\\d+)\\..*").matcher(value);
        if (!number.matches()) {
            throw new NotClear("POM 里 Spring Boot 的版本 " + value + " 看不出主版本；用 --from 说明");
        }
        return Integer.parseInt(number.group(1));
    }

    private static Document xml(String pom) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new InputSource(new StringReader(pom)));
        }
        catch (SAXException | IOException | ParserConfigurationException ex) {
            throw new IllegalArgumentException("pom.xml 不是 XML：" + oneLine(ex.getMessage()), ex);
        }
    }

    // ---- Gradle ----

    /** Gradle's scripts and version catalogues, read as text: what a script computes stays unknown, and is said. */
    static final class Gradle {

        private static final String BOOT = "org.springframework.boot";
        private static final Pattern BOOT_PLUGIN = Pattern.compile("\\bid\\s*\\(?\\s*[\"']org\\.springframework\\.boot"
                + "[\"']\\s*\\)?\\s*\\.?\\s*version\\s*\\(?\\s*(?:[\"'](\\$\\{[^}]*}|[^\"'\\n]+)[\"']|([\\w.]+))");
        private static final Pattern BOOT_COORDINATES = Pattern.compile("org\\.springframework\\.boot:spring-boot-"
                + "(?:gradle-plugin|dependencies):(\\$\\{[^}]*}|[^\"'@\\s]+)");
        private static final Pattern CATALOGUE_PLUGIN = Pattern.compile("\\bplugin\\(\\s*[\"']([\\w.-]+)[\"']\\s*,"
                + "\\s*[\"']([\\w.-]+)[\"']\\s*\\)\\s*\\.\\s*version(Ref)?\\(\\s*[\"']([^\"'\\n]+)[\"']");
        private static final List<Pattern> VALUES = List.of(
                Pattern.compile("\\b([\\w.-]+)(?:\\s*:\\s*String)?\\s*=\\s*[\"']([^\"'$\\n]+)[\"']"),
                Pattern.compile("\\[\\s*[\"']([\\w.-]+)[\"']\\s*]\\s*=\\s*[\"']([^\"'$\\n]+)[\"']"),
                Pattern.compile("\\bset\\(\\s*[\"']([\\w.-]+)[\"']\\s*,\\s*[\"']([^\"'$\\n]+)[\"']"),
                Pattern.compile("\\b(\\w+)\\s+by\\s+extra\\(\\s*[\"']([^\"'$\\n]+)[\"']"));
        private static final Pattern CATALOGUE_VERSION = Pattern.compile(
                "\\bversion\\(\\s*[\"']([\\w.-]+)[\"']\\s*,\\s*[\"']([^\"'$\\n]+)[\"']");
        private static final Pattern CATALOGUE_LIBRARY = Pattern.compile("\\blibrary\\(\\s*[\"']([\\w.-]+)[\"']");
        private static final Pattern ACCESSOR = Pattern.compile(
                "\\blibs\\.(?!versions\\b|bundles\\b)((?:[a-zA-Z]\\w*)(?:\\.[a-zA-Z]\\w*)*)");
        private static final Map<Pattern, String> NOT_UNDERSTOOD = Map.of(
                Pattern.compile("[\"']((?:[\\w-]+(?:\\.[\\w-]+)+:[\\w.-]*\\$|\\$\\{?\\w[\\w.]*}?[\\w.-]*:[A-Za-z])[^\"'\\n]*)"),
                "坐标是拼出来的",
                Pattern.compile("[\"']([\\w-]+(?:\\.[\\w-]+)+:(?:[A-Za-z][\\w.:-]*)?)[\"']\\s*\\+"),
                "坐标是拼出来的",
                Pattern.compile("\\bapply\\s*\\(?\\s*from\\s*[:=]\\s*[\"'](https?:[^\"'\\n]+)"), "引入了网上的脚本",
                Pattern.compile("\\bfrom\\(\\s*[\"']([\\w.-]+:[\\w.-]+:[^\"'\\n]+)[\"']"), "版本目录在别处发布",
                Pattern.compile("\\b(?:from|includeBuild)\\b.*[\"'](\\.\\./[^\"'\\n]*)[\"']"), "在项目之外");
        private static final Pattern ENTRY = Pattern.compile("\\s*[\"']?([\\w.-]+)[\"']?\\s*=\\s*(.*?)\\s*");
        private static final Pattern ATTRIBUTE = Pattern.compile("([\\w.]+)\\s*=\\s*[\"']([^\"']*)[\"']");

        /** A version of Spring Boot, as it is written, and where. */
        private record Version(String where, String written) {
        }

        private final Map<String, String> values = new HashMap<>();
        private final List<Version> versions = new ArrayList<>();
        private final Set<String> aliases = new TreeSet<>();
        private final List<String> unread;
        private boolean there;

        private Gradle(List<String> unread) {
            this.unread = unread;
        }

        static Gradle of(Path project, List<Path> files, List<String> unread) {
            Gradle gradle = new Gradle(unread);
            Map<String, String> scripts = new HashMap<>();
            for (Path file : files) {
                String name = slashes(project.relativize(file));
                try {
                    if (name.matches(GRADLE)) {
                        scripts.put(name, withoutComments(read(file, name, StandardCharsets.UTF_8), Syntax.of(name)));
                    }
                    else if (name.matches("(.*/)?gradle\\.properties")) {
                        gradle.addProperties(read(file, name, StandardCharsets.ISO_8859_1));
                    }
                }
                catch (Unreadable ex) {
                    continue; // said where its lines are looked at
                }
            }
            scripts.forEach((name, text) -> {
                if (name.endsWith(".toml")) {
                    gradle.addCatalogue(name, text);
                }
                else {
                    gradle.addScript(name, text);
                }
            });
            scripts.forEach((name, text) -> {
                if (!name.endsWith(".toml")) {
                    gradle.notUnderstood(name, text);
                }
            });
            Collections.sort(unread);
            return gradle;
        }

        boolean isThere() {
            return there;
        }

        private void addProperties(String text) {
            Properties properties = new Properties();
            try {
                properties.load(new StringReader(text));
            }
            catch (IllegalArgumentException | IOException ex) {
                unread.add("gradle.properties 读不懂：" + oneLine(ex.getMessage()));
            }
            properties.forEach((key, value) -> values.put(key.toString(), value.toString()));
        }

        private void addCatalogue(String name, String text) {
            String section = "";
            for (Line line : numbered(text)) {
                Matcher entry = ENTRY.matcher(line.text());
                if (line.text().strip().matches("\\[.*]")) {
                    section = line.text().strip().replaceAll("[\\[\\]\\s]", "");
                }
                else if (Set.of("versions", "libraries", "plugins").contains(section) && !line.text().isBlank()) {
                    if (!entry.matches() || !addEntry(name + ":" + line.number(), section, entry.group(1), entry.group(2))) {
                        unread.add(name + ":" + line.number() + " 版本目录的这一行读不懂");
                    }
                }
                else if (section.matches("(versions|libraries|plugins)\\..*")) {
                    unread.add(name + ":" + line.number() + " 版本目录的这一行读不懂");
                }
            }
        }

        private boolean addEntry(String where, String section, String alias, String value) {
            Map<String, String> attributes = new HashMap<>();
            Matcher attribute = ATTRIBUTE.matcher(value);
            while (attribute.find()) {
                attributes.put(attribute.group(1), attribute.group(2));
            }
            boolean text = value.matches("\"[^\"]*\"|'[^']*'");
            if (!text && (!value.matches("\\{.*}") || attributes.isEmpty())) {
                return false;
            }
            String plain = text ? value.substring(1, value.length() - 1) : "";
            if (section.equals("versions")) {
                String wanted = Stream.of("prefer", "strictly", "require").map(attributes::get)
                        .filter(one -> one != null).findFirst().orElse(plain);
                values.put("libs.versions." + dotted(alias), wanted);
                return true;
            }
            aliases.add((section.equals("plugins") ? "plugins." : "") + dotted(alias));
            String reference = attributes.getOrDefault("version.ref", attributes.get("ref"));
            String version = reference != null ? "libs.versions." + dotted(reference) : attributes.get("version");
            String id = attributes.getOrDefault("id", attributes.getOrDefault("module",
                    attributes.get("group") + ":" + attributes.get("name")));
            if (text) {
                int end = plain.lastIndexOf(':');
                boolean versioned = section.equals("plugins") ? end > 0 : plain.indexOf(':') < end;
                id = versioned ? plain.substring(0, end) : plain;
                version = versioned ? plain.substring(end + 1) : null;
            }
            if (Set.of(BOOT, BOOT + ":spring-boot-dependencies", BOOT + ":spring-boot-gradle-plugin").contains(id)
                    && version != null) {
                versions.add(new Version(where, version));
            }
            return true;
        }

        private void addScript(String name, String text) {
            there = true;
            for (Pattern value : VALUES) {
                value.matcher(text).results().forEach(found -> values.put(lastOf(found.group(1)), found.group(2)));
            }
            CATALOGUE_VERSION.matcher(text).results()
                    .forEach(found -> values.put("libs.versions." + dotted(found.group(1)), found.group(2)));
            CATALOGUE_LIBRARY.matcher(text).results().forEach(found -> aliases.add(dotted(found.group(1))));
            CATALOGUE_PLUGIN.matcher(text).results().forEach(found -> {
                aliases.add("plugins." + dotted(found.group(1)));
                if (found.group(2).equals(BOOT)) {
                    versions.add(new Version(name, found.group(3) == null ? found.group(4)
                            : "libs.versions." + dotted(found.group(4))));
                }
            });
            for (Line line : numbered(text)) {
                Matcher plugin = BOOT_PLUGIN.matcher(line.text());
                Matcher coordinates = BOOT_COORDINATES.matcher(line.text());
                if (plugin.find()) {
                    versions.add(new Version(name + ":" + line.number(),
                            plugin.group(1) != null ? plugin.group(1) : plugin.group(2)));
                }
                if (coordinates.find()) {
                    versions.add(new Version(name + ":" + line.number(), coordinates.group(1)));
                }
            }
        }

        private void notUnderstood(String name, String text) {
            for (Line line : numbered(text)) {
                NOT_UNDERSTOOD.forEach((pattern, why) -> {
                    Matcher found = pattern.matcher(line.text());
                    if (found.find()) {
                        unread.add(name + ":" + line.number() + " " + why + "：" + found.group(1));
                    }
                });
                ACCESSOR.matcher(line.text()).results()
                        .map(found -> found.group(1).replaceAll("\\.(get|asProvider)$", ""))
                        .filter(alias -> !aliases.contains(alias))
                        .forEach(alias -> unread.add(name + ":" + line.number() + " 版本目录里没有 libs." + alias));
            }
        }

        /** The major versions that the build names; at least one, or it is said why not. */
        Set<Integer> majors() {
            if (versions.isEmpty()) {
                throw new IllegalArgumentException("Gradle 的脚本与版本目录里没有认出 Spring Boot 的版本；用 --from 说明现在的主版本");
            }
            return versions.stream().map(this::major).collect(Collectors.toCollection(TreeSet::new));
        }

        private int major(Version version) {
            String written = version.written();
            String value = written.matches("[\\[(]?\\d.*") ? written : values.get(nameIn(written));
            Matcher number = Pattern.compile("[\\[(]?(\\d+)\\b.*").matcher(value == null ? "" : value);
            if (!number.matches()) {
                throw new IllegalArgumentException(version.where() + " 把 Spring Boot 的版本写成 " + written
                        + "，看不出是多少；用 --from 说明现在的主版本");
            }
            return Integer.parseInt(number.group(1));
        }

        /** {@code $x}, {@code ${rootProject.ext.x}}, {@code ${property("x")}}, {@code libs.versions.x.get()} … */
        private static String nameIn(String written) {
            Matcher quoted = Pattern.compile("[\"']([\\w.-]+)[\"']").matcher(written);
            if (quoted.find()) {
                return quoted.group(1);
            }
            String name = written.replaceAll("[${}\\s]|\\.get\\b.*|\\(\\)", "");
            return name.startsWith("libs.versions.") ? name : lastOf(name);
        }

        private static String lastOf(String name) {
            return name.replaceFirst("^(?:(?:project|rootProject|ext|extra)\\.)+", "");
        }

        private static String dotted(String alias) {
            return alias.replaceAll("[-_]", ".");
        }
    }

    // ---- The command ----

    /** What the command prints. */
    public static String report(Result result) {
        List<Finding> found = result.found();
        StringBuilder text = new StringBuilder();
        String heading = "";
        for (Finding finding : found) {
            String next = "升到 " + finding.major() + ".x，" + finding.when().label;
            if (!next.equals(heading)) {
                text.append(next).append('\n');
                heading = next;
            }
            text.append("  ").append(shortest(finding.file(), found)).append(':').append(finding.line())
                    .append("  → ").append(finding.cure()).append('\n');
        }
        long silent = found.stream().filter(finding -> finding.when() == When.SILENT).count();
        text.append(!found.isEmpty() ? "共 " + found.size() + " 处，其中 " + silent + " 处不会报错，要靠测试才看得出来\n"
                : result.unread().isEmpty() ? "没有找到书里录过的断裂\n" : "读得懂的部分里，没有找到书里录过的断裂\n");
        if (!result.unread().isEmpty()) {
            text.append("读不懂、要自己看的 ").append(result.unread().size()).append(" 处\n");
            result.unread().forEach(line -> text.append("  ").append(line).append('\n'));
        }
        if (result.gradle()) {
            text.append("Gradle 的脚本没有运行，只读了文字：插件加的依赖、运行时才算出来的坐标不在内\n");
        }
        return text.toString();
    }

    /** The file's name, or its path if another file of that name is in the report. */
    private static String shortest(Path file, List<Finding> found) {
        boolean alone = found.stream().map(Finding::file).filter(other -> !other.equals(file))
                .noneMatch(other -> other.getFileName().equals(file.getFileName()));
        return alone ? file.getFileName().toString() : slashes(file);
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments, legible(System.out, "stdout.encoding", FileDescriptor.out),
                legible(System.err, "stderr.encoding", FileDescriptor.err)));
    }

    /** A container often has no LANG, and would print question marks: there the report is written as UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('书') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** 0: nothing found. 1: something found. 2: something could not be read. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        boolean from = arguments.length == 3 && arguments[1].equals("--from");
        if (arguments.length > 1 && !from) {
            err.println("用法：java -cp snakeyaml.jar WhatBreaks.java 项目 [--from 主版本]");
            return 2;
        }
        try {
            Path project = Path.of(arguments.length == 0 ? "." : arguments[0]);
            if (!Files.isDirectory(project)) {
                throw new IllegalArgumentException(project.toAbsolutePath() + " 不是目录");
            }
            if (Stream.of("pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")
                    .noneMatch(name -> Files.exists(project.resolve(name)))) {
                throw new IllegalArgumentException(project.toAbsolutePath() + " 里没有 pom.xml，也没有 Gradle 的脚本");
            }
            // 已经改过版本号，想查漏网的：--from 2
            if (from && !arguments[2].matches("\\d")) {
                throw new IllegalArgumentException("--from 后面写现在的主版本，例如 2，不是 " + arguments[2]);
            }
            Result result = scan(project, from ? Integer.parseInt(arguments[2]) : majorOf(project));
            out.print(report(result));
            return !result.unread().isEmpty() ? 2 : result.found().isEmpty() ? 0 : 1;
        }
        catch (InvalidPathException ex) {
            err.println("不是一个路径：" + oneLine(ex.getMessage()));
            return 2;
        }
        catch (IllegalArgumentException | IOException ex) {
            err.println(ex.getMessage());
            return 2;
        }
    }
}

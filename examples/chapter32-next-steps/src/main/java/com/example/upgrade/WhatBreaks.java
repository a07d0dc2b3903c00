package com.example.upgrade;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a Maven project and lists what an upgrade to Spring Boot 3 and 4 will break, as far as this book has
 * recorded it. Changes nothing. One file without dependencies: {@code java WhatBreaks.java <folder> [--from 2]}.
 */
public final class WhatBreaks {

    /** When a break shows. */
    public enum When {
        BUILD("Maven 读 POM 时"), COMPILE("编译时"), START("启动时"), SILENT("不报错");

        private final String label;

        When(String label) {
            this.label = label;
        }
    }

    // region rule
    /** 一处断裂：升到哪个主版本、什么时候发现、在哪些文件里找什么、怎样改。 */
    record Rule(int major, When when, String files, Pattern pattern, String cure) {
    }

    private static Rule rule(int major, When when, String files, String pattern,
            String cure) {
        return new Rule(major, when, files, Pattern.compile(pattern), cure);
    }
    // endregion rule

    private static final String JAVA = ".*\\.java";
    private static final String POM = ".*pom\\.xml";
    private static final String CONFIG = ".*application[^/]*\\.(properties|ya?ml)";

    static final List<Rule> RULES = List.of(
            rule(3, When.COMPILE, JAVA, "javax\\.(persistence|validation|servlet|inject|mail|jms|websocket|ws\\.rs|xml\\.bind"
                            + "|transaction(?!\\.xa)|annotation(?!\\.processing))\\b",
                    "javax → jakarta"),
            rule(3, When.COMPILE, JAVA, "WebSecurityConfigurerAdapter",
                    "SecurityFilterChain 的 @Bean 方法"),
            rule(3, When.COMPILE, JAVA, "\\.(ant|mvc|regex)Matchers\\(", "requestMatchers"),
            rule(3, When.COMPILE, JAVA, "context\\.properties\\.ConstructorBinding",
                    "删掉，或换成 .bind 包里的"),
            rule(3, When.COMPILE, JAVA, "@Type\\(type *=", "@Convert 或 @JdbcTypeCode"),
            rule(3, When.COMPILE, JAVA, "extends PagingAndSortingRepository<[^>]+> *\\{",
                    "再继承 CrudRepository"),
            rule(3, When.COMPILE, JAVA, "\\bHttpStatus status\\b", "HttpStatusCode"),
            rule(3, When.START, ".*spring\\.factories", "EnableAutoConfiguration",
                    "挪进 AutoConfiguration.imports"),
            rule(3, When.SILENT, CONFIG, "^ *spring\\.redis\\.", "spring.data.redis.*"),
            rule(3, When.SILENT, CONFIG, "^ *server\\.max-http-header-size",
                    "server.max-http-request-header-size"),
            rule(3, When.SILENT, ".*\\.sql", "hibernate_sequence", "每个实体一个序列，步长 50"),
            rule(4, When.BUILD, POM, "spring-boot-starter-undertow", "换成 Tomcat 或 Jetty"),
            rule(4, When.BUILD, POM, "spring-boot-starter-aop<", "spring-boot-starter-aspectj"),
            rule(4, When.COMPILE, JAVA, "test\\.mock\\.mockito\\.(MockBean|SpyBean)",
                    "@MockitoBean、@MockitoSpyBean"),
            rule(4, When.COMPILE, JAVA, "boot\\.test\\.autoconfigure\\.web\\.servlet\\.",
                    "boot.webmvc.test.autoconfigure"),
            rule(4, When.COMPILE, JAVA, "boot\\.test\\.web\\.client\\.TestRestTemplate",
                    "加 @AutoConfigureTestRestTemplate"),
            rule(4, When.COMPILE, JAVA, "boot\\.actuate\\.health\\.", "boot.health.contributor"),
            rule(4, When.COMPILE, JAVA, "boot\\.web\\.client\\.RestTemplateBuilder",
                    "boot.restclient，加 spring-boot-starter-restclient"),
            rule(4, When.COMPILE, JAVA, "import com\\.fasterxml\\.jackson\\.(core|databind)\\.",
                    "tools.jackson"),
            rule(4, When.COMPILE, JAVA, "boot\\.jackson\\.Json(Component|Mixin)",
                    "JacksonComponent、JacksonMixin"),
            rule(4, When.COMPILE, JAVA, "hibernate\\.annotations\\.Where\\b", "@SQLRestriction"),
            rule(4, When.COMPILE, JAVA, "\\.and\\(\\)|\\.csrf\\(\\)|\\.authorizeRequests\\(",
                    "lambda 写法"),
            rule(4, When.COMPILE, JAVA, "\\bheaders\\.containsKey\\(", "containsHeader"),
            rule(4, When.SILENT, CONFIG, "^ *server\\.error\\.", "spring.web.error.*"),
            rule(4, When.SILENT, POM, "<artifactId>(flyway-core|liquibase-core)<",
                    "spring-boot-starter-flyway、-liquibase"),
            rule(4, When.SILENT, JAVA, "^@Entity|^public record \\w+(Response|Dto|View)\\b",
                    "JSON 的字段顺序变了，在意就写 @JsonPropertyOrder"));

    /** One place that will break. */
    public record Finding(int major, When when, Path file, int line, String text, String cure) {
    }

    private WhatBreaks() {
    }

    /** Finds what lies ahead of the version that the POM names. */
    public static List<Finding> find(Path project) throws IOException {
        return find(project, majorOf(Files.readString(project.resolve("pom.xml"))));
    }

    // region find
    /** 逐行比对；已经在那个主版本上的规则不用。 */
    public static List<Finding> find(Path project, int now) throws IOException {
        List<Finding> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Path relative = project.relativize(file);
                String name = relative.toString().replace('\\', '/');
                if (name.startsWith("target/") || name.contains("/target/")) {
                    continue;
                }
                for (Rule rule : RULES) {
                    if (rule.major() > now && name.matches(rule.files())) {
                        match(rule, file, relative, found);
                    }
                }
            }
        }
        found.sort(Comparator.comparingInt(Finding::major).thenComparing(Finding::when)
                .thenComparing(finding -> finding.file().toString())
                .thenComparingInt(Finding::line));
        return found;
    }
    // endregion find

    private static void match(Rule rule, Path file, Path relative, List<Finding> found) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        }
        catch (MalformedInputException ex) {
            throw new IOException(relative + " 不是 UTF-8，读不了；先转换编码", ex);
        }
        boolean yaml = relative.toString().matches(".*\\.ya?ml");
        List<String> texts = yaml ? wholeKeys(lines) : lines;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean comment = line.strip().startsWith("//") || line.strip().startsWith("#");
            if (!comment && rule.pattern().matcher(texts.get(i)).find()) {
                found.add(new Finding(rule.major(), rule.when(), relative, i + 1, line.strip(), rule.cure()));
            }
        }
    }

    /** For each line of a YAML file its key from the root, or an empty text; lists and {@code {a: b}} are left out. */
    private static List<String> wholeKeys(List<String> lines) {
        Pattern entry = Pattern.compile("( *)([\\w.-]+):(\\s.*)?");
        TreeMap<Integer, String> path = new TreeMap<>();
        List<String> keys = new ArrayList<>();
        for (String line : lines) {
            Matcher key = entry.matcher(line);
            if (line.startsWith("---")) {
                path.clear();
            }
            if (key.matches()) {
                path.tailMap(key.group(1).length(), true).clear();
                path.put(key.group(1).length(), key.group(2));
            }
            keys.add(key.matches() ? String.join(".", path.values()) : "");
        }
        return keys;
    }

    /** The Spring Boot of the parent or of the imported BOM. */
    static int majorOf(String pom) {
        Matcher parent = Pattern.compile("spring-boot-(?:starter-parent|dependencies)</artifactId>\\s*"
                + "<version>(?:\\$\\{([^}]+)}|(\\d+)\\.)").matcher(pom);
        if (!parent.find()) {
            throw new IllegalArgumentException("POM 里没有写 Spring Boot 的版本：找不到 spring-boot-starter-parent"
                    + " 或 spring-boot-dependencies");
        }
        if (parent.group(2) != null) {
            return Integer.parseInt(parent.group(2));
        }
        Matcher property = Pattern.compile("<" + Pattern.quote(parent.group(1)) + ">(\\d+)\\.").matcher(pom);
        if (!property.find()) {
            throw new IllegalArgumentException("POM 里没有属性 " + parent.group(1));
        }
        return Integer.parseInt(property.group(1));
    }

    /** What the command prints. */
    public static String report(List<Finding> found) {
        if (found.isEmpty()) {
            return "没有找到书里录过的断裂\n";
        }
        StringBuilder text = new StringBuilder();
        String heading = "";
        for (Finding finding : found) {
            String next = "升到 " + finding.major() + ".x，" + finding.when().label;
            if (!next.equals(heading)) {
                text.append(next).append('\n');
                heading = next;
            }
            text.append("  ").append(finding.file().getFileName()).append(':').append(finding.line())
                    .append("  → ").append(finding.cure()).append('\n');
        }
        long silent = found.stream().filter(finding -> finding.when() == When.SILENT).count();
        return text.append("共 ").append(found.size()).append(" 处，其中 ").append(silent)
                .append(" 处不会报错，要靠测试才看得出来\n").toString();
    }

    public static void main(String[] arguments) throws IOException {
        boolean from = arguments.length == 3 && arguments[1].equals("--from");
        if (arguments.length > 1 && !from) {
            System.err.println("用法：java WhatBreaks.java 项目 [--from 主版本]");
            System.exit(2);
        }
        Path project = Path.of(arguments.length == 0 ? "." : arguments[0]);
        if (!Files.exists(project.resolve("pom.xml"))) {
            System.err.println(project.toAbsolutePath() + " 里没有 pom.xml");
            System.exit(2);
        }
        try {
            // 已经改过版本号，想查漏网的：--from 2
            List<Finding> found = from
                    ? find(project, Integer.parseInt(arguments[2])) : find(project);
            System.out.print(report(found));
            System.exit(found.isEmpty() ? 0 : 1);
        }
        catch (IllegalArgumentException | IOException ex) {
            System.err.println(ex.getMessage());
            System.exit(2);
        }
    }
}

package com.example.bookstore;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("配置文件里没有写死的秘密")
class LiteralSecretsTest {

    /** 键名像秘密，值不是空的，也不恰好是一个没有默认值的占位符。 */
    static final Pattern LITERAL_SECRET = Pattern.compile(
            "(?i)(password|secret|token|api[-_.]?key)[\"'\\]]*\\s*[:=]\\s*+"
                    + "(?!([\"']?\\$\\{[^:}]+}[\"']?|\"\"|'')?[\\s}\\]]*"
                    + "(,[^,]*:[\\s\"']|[&;][\\w.-]+=|,?\\s*$"
                    + "|(?<=\\s)(?<!=\\s{1,9})#))\\S");

    /** YAML 的值可以写在下面：缩进更深，或是对齐的列表，又不是键。 */
    static final Pattern VALUES_BELOW = Pattern.compile(
            "(?md)^(( *+)\\S.*:) *+(?:#.*)?((?:(?:\\n *+(?:#.*)?)*\\n"
                    + "\\2(?: ++(?:- ++)?+|- ++)(?!#|[^\\s:]+:(?:\\s|$)).*)+)");

    static List<String> literalSecrets(Stream<String> lines) {
        String text = lines.collect(Collectors.joining("\n"));
        return VALUES_BELOW.matcher(text).replaceAll(LiteralSecretsTest::besideTheKey)
                .lines().filter(line -> LITERAL_SECRET.matcher(line).find()).toList();
    }

    /** 下面的每一项都接到键后，一项一行。 */
    private static String besideTheKey(MatchResult found) {
        return Matcher.quoteReplacement(
                Stream.of(found.group(3).split("\n *+(?:- ++)?+")).skip(1)
                        .map(value -> found.group(1) + " " + value)
                        .collect(Collectors.joining("\n")));
    }

    static List<String> literalSecrets(Path file) throws IOException {
        // 这种编码认得每一个字节，文件是哪种编码都读得完。
        try (Stream<String> lines = Files.lines(file, ISO_8859_1)) {
            return literalSecrets(lines);
        }
    }

    static boolean isConfiguration(Path file) {
        String name = file.getFileName().toString();
        return name.matches(".+\\.(ya?ml|properties)")
                && !name.matches("(?i).*messages(_.+)?\\.properties");
    }

    @Test
    @DisplayName("打包的配置文件里没有写死的秘密")
    void noLiteralSecrets() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/resources"))) {
            for (Path file : files.filter(LiteralSecretsTest::isConfiguration).toList()) {
                assertThat(literalSecrets(file)).as(file.toString()).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("这条规则真的抓得住")
    void theRuleCatches() {
        List<String> wrong = List.of("  password: hunter2", "payment.api-key=sk-1234",
                "API_KEY=sk-1234",
                "  - token: abc", "  password: ${DB_PASSWORD:hunter2}",
                "  password: ${DB_USER}-2026", "\"password\": hunter2",
                "  password: ${DB_USER},hunter2", "  password: ${DB_USER} hunter2",
                "# secret: abc", "url: db?password=hunter2",
                "payment.token = #hunter2", "pool: {name: shop, password: hunter2}",
                "payment.api.key: sk-1234",
                "url: jdbc:sqlserver://h;password=hunter2;encrypt=true",
                "  password: ${DB_USER};hunter2", "\"api-key\": \"sk-1234\",",
                "\"api-key\": \"${API_KEY}\", hunter2");
        assertThat(literalSecrets(wrong.stream())).isEqualTo(wrong);
        assertThat(literalSecrets(Stream.of(
                "  password: ${DB_PASSWORD}", "  password: \"${DB_PASSWORD}\"",
                "pool: {password: ${DB_PASSWORD}, name: shop}",
                "\"api-key\": \"${API_KEY}\",", "  password: ${DB_PASSWORD},",
                "url: jdbc:sqlserver://h;password=${DB_PASSWORD};encrypt=true",
                "url: db?token=${TOKEN}&ssl=true", "payment.token=${TOKEN}",
                "password:", "password: \"\"", "password: # 没有", "  name: 书店")))
                .isEmpty();
        // 值写在下一行的也算；下一行是别的键，就不是值。
        assertThat(literalSecrets(Stream.of("db:", "  password:", "    hunter2",
                "  token: # 见下", "", "    # 不是值", "    - -----BEGIN",
                "  user: root")))
                .containsExactly("  password: hunter2", "  token: -----BEGIN");
        // 列表的短横线可以与键对齐。
        assertThat(literalSecrets(Stream.of("  secret:", "  - hunter2", "  token:",
                "  - ${TOKEN}", "  password:", "  - name: 书店")))
                .containsExactly("  secret: hunter2");
        // 列表有几项，就看几项，中间的注释不打断它。
        assertThat(literalSecrets(Stream.of("token:", "  - ${TOKEN}", "  # 备用",
                "", "  - hunter2", "  - ${OTHER}", "name: 书店")))
                .containsExactly("token: hunter2");
        assertThat(literalSecrets(Stream.of("password:", "  ${DB_PASSWORD}", "token:",
                "  timeout: 5m", "secret:", "name: 书店"))).isEmpty();
        // 图片、密钥库不是文本，读成字符串会出错。
        assertThat(isConfiguration(Path.of("static/cover.png"))).isFalse();
        assertThat(isConfiguration(Path.of("application-prod.yml"))).isTrue();
        // 给人看的文字不是配置：login.password=密码 不是秘密。
        assertThat(isConfiguration(Path.of("i18n/messages_zh_CN.properties"))).isFalse();
        assertThat(isConfiguration(Path.of("ValidationMessages.properties"))).isFalse();
    }
}

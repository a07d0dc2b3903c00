package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code as people write it: imports with a star, names in strings, and what looks like a break and is none. */
class WhatBreaksCodeTests {

    @TempDir
    private Path project;

    /** Each finding in a file of a project on 2.7, as line, time and cure. */
    private List<String> found(String name, String text) throws IOException {
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.writeString(project.resolve(name), text.replace("\\n", "\n"));
        return WhatBreaks.scan(project, 2).found().stream()
                .map(finding -> finding.line() + " " + finding.when() + " " + finding.cure()).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            import org.springframework.boot.test.mock.mockito.*;                               | 1 COMPILE @MockitoBean、@MockitoSpyBean
            import org.springframework.boot.test.web.client.*;                                 | 1 COMPILE 加 @AutoConfigureTestRestTemplate
            import org.springframework.boot.web.client.*;                                      | 1 COMPILE boot.restclient，加 spring-boot-starter-restclient
            import org.springframework.boot.web.server.*;\\nErrorPage page;                    | 1 COMPILE 换了包，让 IDE 重新导入
            import org.springframework.boot.web.servlet.*;\\n@ServletComponentScan             | 1 COMPILE 换了包，让 IDE 重新导入
            import org.springframework.boot.web.servlet.*;\\nnew MultipartConfigFactory()      | 1 COMPILE 换了包，让 IDE 重新导入
            import org.hibernate.annotations.*;\\n@Where(clause = "sold = 0")                  | 1 COMPILE @SQLRestriction
            import org.springframework.boot.jackson.*;\\n@JsonComponent                        | 1 COMPILE JacksonComponent、JacksonMixin
            import org.springframework.boot.context.properties.*;\\n@ConstructorBinding        | 1 COMPILE 删掉，或换成 .bind 包里的
            com.fasterxml.jackson.databind.ObjectMapper mapper;                                | 1 COMPILE tools.jackson
            import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;            | 1 COMPILE boot.模块名.test.autoconfigure，让 IDE 重新导入
            import org.springframework.boot.test.autoconfigure.jdbc.AutoConfigureTestDatabase; | 1 COMPILE boot.模块名.test.autoconfigure，让 IDE 重新导入
            import org.springframework.boot.web.servlet.error.ErrorController;                 | 1 COMPILE 换了包，让 IDE 重新导入
            import org.springframework.boot.actuate.autoconfigure.security.servlet.EndpointRequest; | 1 COMPILE 换了包，让 IDE 重新导入
            HttpStatus code = response.getStatusCode();                                        | 1 COMPILE HttpStatusCode
            class E extends ResponseEntityExceptionHandler {\\n HttpStatus status,\\n}         | 2 COMPILE HttpStatusCode
            interface B extends PagingAndSortingRepository<Book, Long>, JpaSpecificationExecutor<Book> { | 1 COMPILE 再继承 CrudRepository
            interface B\\n extends PagingAndSortingRepository<Book, Long>\\n{                  | 2 COMPILE 再继承 CrudRepository
            import org.hibernate.annotations.TypeDef;\\n@TypeDef(name = "json")                | 2 COMPILE @Convert 或 @JdbcTypeCode
            HttpSecurity http;\\nhttp.formLogin();                                             | 2 COMPILE lambda 写法
            HttpSecurity http;\\nhttp.cors();                                                  | 2 COMPILE lambda 写法
            HttpSecurity http;\\nhttp.authorizeHttpRequests().anyRequest();                    | 2 COMPILE lambda 写法
            HttpSecurity http;\\nhttp.anonymous().disable();                                   | 2 COMPILE lambda 写法
            HttpSecurity http;\\nhttp\\n .saml2Metadata();                                     | 3 COMPILE lambda 写法
            boolean x(ResponseEntity<?> r) { return r.getHeaders().containsKey("ETag"); }      | 1 COMPILE containsHeader
            boolean x(HttpHeaders all, HttpHeaders responseHeaders) {\\n return responseHeaders.containsKey("ETag"); } | 2 COMPILE containsHeader
            void all(HttpHeaders headers) { headers.keySet().forEach(this::log); }             | 1 COMPILE headerNames、headerSet
            var requestHeaders = new HttpHeaders();\\nfor (var one : requestHeaders.entrySet()) { } | 2 COMPILE headerNames、headerSet
            void log(ClientHttpResponse r) {\\n r.getHeaders().keySet(); }                     | 2 COMPILE headerNames、headerSet
            void all(HttpHeaders headers) { headers.computeIfAbsent("ETag", this::tag); }      | 1 COMPILE HttpHeaders 不再是 Map
            requests.requestMatchers(new AntPathRequestMatcher("/books/**"));                  | 1 COMPILE PathPatternRequestMatcher
            import org.springframework.security.web.servlet.util.matcher.MvcRequestMatcher;    | 1 COMPILE PathPatternRequestMatcher
            MvcRequestMatcher.Builder mvc(HandlerMappingIntrospector all) { return null; }     | 1 COMPILE PathPatternRequestMatcher
            RestTemplate http(RestTemplateBuilder b) {\\n return b\\n .setReadTimeout(TWO); }  | 3 COMPILE connectTimeout、readTimeout
            RestTemplate http(RestTemplateBuilder builder) {\\n return builder.setConnectTimeout(ONE).build(); } | 2 COMPILE connectTimeout、readTimeout
            RestTemplate http = new RestTemplateBuilder().rootUri("/a").setReadTimeout(TWO).build(); | 1 COMPILE connectTimeout、readTimeout
            HttpComponentsClientHttpRequestFactory factory;\\nvoid slow() {\\n factory.setConnectTimeout(ONE); } | 3 COMPILE 连接管理器的 ConnectionConfig
            assertEquals(200, response.getStatusCodeValue());                                  | 1 COMPILE getStatusCode().value()
            headers.setContentType(MediaType.APPLICATION_JSON_UTF8);                           | 1 COMPILE 去掉 _UTF8
            DaoAuthenticationProvider provider = new DaoAuthenticationProvider();              | 1 COMPILE 把 UserDetailsService 交给构造器
            @Data\\npublic class BookVO {                                                      | 2 SILENT JSON 的字段顺序可能变，在意就写 @JsonPropertyOrder
            """)
    void whatBreaks(String code, String expected) throws Exception {
        assertThat(found("Shop.java", code)).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "class OidcWebSecurityConfigurerAdapter { }",
            "enum Problem { A(HttpStatus.NOT_FOUND); private final HttpStatus status; Problem(HttpStatus status) { } }",
            "class E extends ResponseEntityExceptionHandler { Problem problem(HttpStatus status, String why) { } }",
            "interface B extends CrudRepository<Book, Long>, PagingAndSortingRepository<Book, Long> { }",
            "boolean known(Map<String, String> headers) { return headers.containsKey(HttpHeaders.ETAG); }",
            "void all(Map<String, String> headers) { headers.keySet(); }",
            "HttpHeaders headers; Map<String, Integer> sold; void all() { sold.keySet(); sold.entrySet(); headers.headerNames(); }",
            "import org.springframework.util.AntPathMatcher;\nclass MvcRequestMatchers { }",
            "RestTemplateBuilder builder; SimpleClientHttpRequestFactory factory; void slow() { factory.setReadTimeout(2); }",
            "class A { void slow(java.net.URLConnection open) {\n open.setConnectTimeout(1);\n open.setReadTimeout(2); } }",
            "boolean known(Message message) { return message.getHeaders().containsKey(\"id\"); }",
            "mvc.perform(post(\"/books\").with(SecurityMockMvcRequestPostProcessors.csrf()));",
            "ArchRule rule = classes().that().areAnnotatedWith(Entity.class).and().areNotInterfaces();",
            "import com.example.search.*;\nclass A { @Where(\"sold\") int sold; }",
            "import org.hibernate.annotations.*;\n@Immutable class A { }",
            "import org.springframework.boot.test.autoconfigure.json.JsonTest;",
            "import org.springframework.boot.web.servlet.FilterRegistrationBean;",
            "import org.springframework.boot.web.server.*;\nclass A { MimeMappings types; }",
            "import org.springframework.boot.web.servlet.*;\nclass A { FilterRegistrationBean<?> filter; }",
            "HttpSecurity http;\nhttp.authorizeHttpRequests(all -> all.requestMatchers(\"/a\").anonymous().anyRequest().rememberMe());",
            "import org.springframework.boot.actuate.endpoint.annotation.Endpoint;",
            "String gone = \"WebSecurityConfigurerAdapter 已经没有了，见 javax.persistence.Id\";",
            "String page = \"\"\"\n    import javax.persistence.Id;\n    .antMatchers(\"/\")\n    \"\"\";",
            "@JsonPropertyOrder({\"id\"})\n@Entity\nclass Book { }",
            "hints.put(\"javax.persistence.fetchgraph\", graph);",
            "import javax.sql.DataSource;\r\nimport javax.naming.Context;\r\nimport javax.net.ssl.SSLContext;\r\n"})
    void whatLooksLikeABreakAndIsNone(String code) throws Exception {
        assertThat(found("Shop.java", code)).isEmpty();
    }

    /** The components of a record keep their order in Jackson 3. */
    @Test
    void aRecordKeepsTheOrderOfItsFields() throws Exception {
        assertThat(found("BookResponse.java", "public record BookResponse(String title, int id, String author) {\n}\n"))
                .isEmpty();
        record BookResponse(String title, int id, String author) {
        }
        assertThat(tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(new BookResponse("一", 1, "二")))
                .isEqualTo("{\"title\":\"一\",\"id\":1,\"author\":\"二\"}");
    }

    /** A class that is named in a string compiles, and is looked up in vain. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            request.getAttribute("javax.servlet.error.status_code");                       | 1 SILENT javax → jakarta
            int a;\\n@SpringBootApplication(excludeName = "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration") | 2 SILENT 多半在 boot.模块名.autoconfigure，让 IDE 重新导入
            """)
    void aNameInAStringBreaksSilently(String code, String expected) throws Exception {
        assertThat(found("Shop.java", code)).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            schema.sql      | CREATE SEQUENCE HIBERNATE_SEQUENCE START WITH 1;        | 1 SILENT 每个实体一个序列，步长 50
            application.yml | spring.redis: {host: cache, redisson: {file: a.yml}}    | 1 SILENT spring.data.redis.*
            application.yml | spring.autoconfigure.exclude: [com.a.A, org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration] | 1 SILENT 类换了包，写新的全名
            application.properties | spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration | 1 SILENT 类换了包，写新的全名
            application-a.properties | spring.autoconfigure.exclude[0]=org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration | 1 SILENT 类换了包，写新的全名
            """)
    void otherFiles(String name, String text, String expected) throws Exception {
        assertThat(found(name, text)).containsExactly(expected);
    }

    /** What the page tells of and a file shows, and the tool nevertheless does not know. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            pom.xml  | <project><properties><jackson-annotations.version>2.19.0</jackson-annotations.version></properties></project>
            Rules.java | HttpSecurity http;\\nhttp.authorizeHttpRequests(all -> all.requestMatchers("/books/**/report").permitAll());
            SliceTests.java | import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;\\n@WebMvcTest class SliceTests { }
            Number.java | import jakarta.persistence.*;\\nclass Number {\\n @Id @GeneratedValue private long id; }
            Client.java | class Client { String all() { return http.get("/books/"); } }
            Early.java | import org.springframework.boot.env.EnvironmentPostProcessor;
            application-a.properties | spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration
            application-b.yml | store.rules: org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration
            """)
    void whatTheToolDoesNotKnow(String name, String text) throws Exception {
        assertThat(found(name, text)).isEmpty();
    }

    /** A library for Spring Boot 2 and 3 keeps both files. */
    @Test
    void bothWaysToRegisterAnAutoConfiguration() throws Exception {
        String factories = "org.springframework.boot.autoconfigure.EnableAutoConfiguration=com.example.AuditConfiguration\n";
        assertThat(found("spring.factories", factories)).containsExactly("1 START 挪进 AutoConfiguration.imports");
        Files.createDirectory(project.resolve("spring"));
        Files.writeString(project.resolve("spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports"),
                "com.example.AuditConfiguration\n");
        assertThat(found("spring.factories", factories)).isEmpty();
    }

    /** What the tool does not know: a project that keeps Jackson 2 compiles with it. */
    @Test
    void jackson2IsReportedAlsoWhereItStays() throws Exception {
        Files.writeString(project.resolve("build.gradle"), "dependencies { api 'org.springframework.boot:spring-boot-jackson2' }\n");
        assertThat(found("Shop.java", "import com.fasterxml.jackson.databind.ObjectMapper;\n"))
                .containsExactly("1 COMPILE tools.jackson");
    }

    /** Redisson reads these keys itself, under this name on every version of Spring Boot. */
    @Test
    void theKeysOfRedisson() throws Exception {
        assertThat(found("application.yml", "spring:\n  redis:\n    redisson:\n      file: classpath:redisson.yml\n")).isEmpty();
    }

    @Test
    void aProjectBehindALink(@TempDir Path elsewhere) throws Exception {
        assertThat(found("Old.java", "import javax.persistence.Id;\n")).hasSize(1);
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), project);
        assertThat(WhatBreaks.scan(link, 2).found()).hasSize(1);
    }

    @Test
    void aFileThatIsTooBigIsSaid() throws Exception {
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        try (var file = new java.io.RandomAccessFile(project.resolve("dump.sql").toFile(), "rw")) {
            file.setLength(65L * 1024 * 1024);
        }
        assertThat(WhatBreaks.scan(project, 2).unread()).containsExactly("dump.sql 太大，没有读：65 MB");
    }
}

package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;

import com.example.book.Recording;
import com.redfin.sitemapgenerator.WebSitemapGenerator;
import com.rometools.rome.feed.synd.SyndFeed;
import com.rometools.rome.io.SyndFeedInput;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.StringUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

@DisplayName("RSS、sitemap 与 robots.txt")
class FeedTests extends Support {

    private static final URI FEED = URI.create("https://blog.example/feed.xml");

    static Document parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        var builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
        return builder.parse(new InputSource(new StringReader(xml)));
    }

    static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    }

    @Test
    void aFeedReaderReadsIt() throws Exception {
        blog.published("lin", "茶 & <书>", "**一段** & 二", "读书 茶");
        String xml = visitor().get("/feed.xml").body();
        SyndFeed feed = new SyndFeedInput().build(new StringReader(xml));
        assertThat(feed.getFeedType()).isEqualTo("rss_2.0");
        assertThat(feed.getEntries()).singleElement().satisfies(entry -> {
            assertThat(entry.getTitle()).isEqualTo("茶 & <书>");
            assertThat(entry.getLink()).isEqualTo("https://blog.example/posts/%E8%8C%B6-%E4%B9%A6");
            assertThat(entry.getDescription().getValue()).isEqualTo("一段 &amp; 二"); // HTML
            assertThat(entry.getCategories()).extracting("name").containsExactlyInAnyOrder("读书", "茶");
            assertThat(entry.getPublishedDate().toInstant()).isEqualTo(TestBlog.NOW.toInstant());
        });
        Recording.check("feed.xml", xml.replace("><", ">\n<"));
    }

    @Test
    void asManyAsTheFirstPage() {
        for (int i = 0; i < 11; i++) {
            blog.published("lin", "第 " + i + " 篇", "x", "");
        }
        assertThat(StringUtils.countOccurrencesOf(visitor().get("/feed.xml").body(), "<item>")).isEqualTo(10);
    }

    @Test
    void whatRssDemands() throws Exception {
        blog.published("lin", "一", "x", "");
        blog.published("lin", "二 & <b>粗</b>", "`<img src=x onerror=alert(1)>` 与 **List<String>**", "读书 茶");
        assertThat(FeedRules.broken(visitor().get("/feed.xml").body(), FEED)).isEmpty();
        assertThat(elements(parse(visitor().get("/feed.xml").body()), "item")).hasSize(2);
    }

    /** Each rule is broken once, to see that the check notices. */
    @Test
    void eachRuleNoticesItsBreach() throws Exception {
        blog.published("lin", "一", "x", "");
        blog.published("lin", "二", "y", "茶");
        String feed = visitor().get("/feed.xml").body();
        Map<String, UnaryOperator<String>> breaches = new LinkedHashMap<>();
        breaches.put("VERSION", xml -> xml.replace("version=\"2.0\"", "version=\"0.91\""));
        breaches.put("CHANNEL", xml -> xml.replaceFirst("<description>[^<]*</description>", ""));
        breaches.put("ITEM", xml -> xml.replace("<title>一</title>", "").replace("<description>x</description>", ""));
        breaches.put("KNOWN", xml -> xml.replace("<category>", "<tag>").replace("</category>", "</tag>"));
        breaches.put("LINK", xml -> xml.replace("<link>https://blog.example/posts", "<link>/posts"));
        breaches.put("GUID", xml -> xml.replaceFirst("<guid>[^<]*</guid>", "<guid>1</guid>"));
        breaches.put("UNIQUE", xml -> xml.replaceAll("<guid>[^<]*</guid>", "<guid>https://blog.example/1</guid>"));
        breaches.put("DATE", xml -> xml.replaceFirst("Fri, 20 Nov", "Mon, 20 Nov"));
        breaches.put("ONCE", xml -> xml.replace("<title>一</title>", "<title>一</title><title>又一</title>"));
        breaches.put("SELF", xml -> xml.replace("feed.xml\" rel=\"self\"", "rss.xml\" rel=\"self\""));
        breaches.put("TEXT", xml -> xml.replace("<title>一", "<title>&lt;b&gt;一"));
        breaches.put("HTML", xml -> xml.replace(">y<", ">&lt;img src=x onerror=alert(1)&gt;<"));
        List<String> table = new ArrayList<>(List.of("规定\t出处"));
        assertThat(breaches.keySet()).containsExactlyElementsOf(
                Stream.of(FeedRules.Rule.values()).map(Enum::name).toList());
        for (FeedRules.Rule rule : FeedRules.Rule.values()) {
            String broken = breaches.get(rule.name()).apply(feed);
            assertThat(broken).as(rule.name()).isNotEqualTo(feed);
            assertThat(FeedRules.broken(broken, FEED)).containsExactly(rule);
            table.add(rule.says() + "\t" + rule.from());
        }
        Recording.check("feed-rules.tsv", String.join("\n", table) + "\n");
    }

    /** Not even an address, not even a channel: a breach, too, and no exception. */
    @Test
    void anAddressWithABlankAndAFeedWithoutAChannelAreBreaches() throws Exception {
        blog.published("lin", "一", "x", "");
        String feed = visitor().get("/feed.xml").body();
        assertThat(FeedRules.broken(feed.replaceFirst("<link>https://blog.example/posts/", "<link>https://blog.example/a b"), FEED))
                .containsExactly(FeedRules.Rule.LINK);
        assertThat(FeedRules.broken("<rss version=\"2.0\"/>", FEED)).containsExactly(FeedRules.Rule.VERSION);
    }

    @Test
    void aDescriptionIsHtmlAndATitleIsNot() throws Exception {
        blog.published("lin", "用 <b> 与 &amp; 的人", "```\n<img src=x onerror=alert(1)>\n```", "");
        String xml = visitor().get("/feed.xml").body();
        Element item = elements(parse(xml), "item").getFirst();
        assertThat(text(item, "title")).isEqualTo("用 <b> 与 &amp; 的人");
        assertThat(text(item, "description")).isEqualTo("&lt;img src=x onerror=alert(1)&gt;");
        Recording.check("feed-item.xml", xml.substring(xml.indexOf("<item>"), xml.indexOf("</item>") + 7)
                .replace("><", ">\n<"));
    }

    private static String text(Element item, String name) {
        return item.getElementsByTagName(name).item(0).getTextContent();
    }

    /** sitemaps.org 的 XSD，测试用的一个 jar 里有一份 */
    private static Validator schema() throws SAXException {
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(WebSitemapGenerator.class.getResource("sitemap.xsd"))
                .newValidator();
    }

    @Test
    void theSitemapFollowsTheSchema() throws Exception {
        for (String title : List.of("一本 & 书", "a b/c?d=e#f", "😀", "长".repeat(120))) {
            blog.published("lin", title, "x", "");
        }
        String sitemap = visitor().get("/sitemap.xml").body();
        schema().validate(new StreamSource(new StringReader(sitemap)));
        assertThat(sitemap).contains("<lastmod>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <loc>[^<]*</loc>                              |                            | loc
            (<loc>.*?</loc>)(<lastmod>.*?</lastmod>)      | $2$1                       | lastmod
            <lastmod>[^<]*                                | <lastmod>2026-11-20 10:30  | tLastmod
            <loc>[^<]*                                    | <loc>                      | minLength
            </url>                                        | <author>林晓</author></url>  | author
            urlset xmlns="[^"]*"                          | urlset                     | urlset
            """)
    void theSchemaNoticesWhatIsWrong(String from, String to, String said) throws Exception {
        blog.published("lin", "一", "x", "");
        String sitemap = visitor().get("/sitemap.xml").body();
        String wrong = sitemap.replaceAll(from, to == null ? "" : to);
        assertThat(wrong).isNotEqualTo(sitemap);
        assertThatThrownBy(() -> schema().validate(new StreamSource(new StringReader(wrong))))
                .isInstanceOf(SAXParseException.class).hasMessageContaining(said);
    }

    @Test
    void theSitemapKeepsTheProtocol() throws Exception {
        blog.published("lin", "一本 & 书", "x", "");
        Document sitemap = parse(visitor().get("/sitemap.xml").body());
        assertThat(sitemap.getDocumentElement().getNamespaceURI()).isEqualTo("http://www.sitemaps.org/schemas/sitemap/0.9");
        assertThat(elements(sitemap, "loc")).extracting(Element::getTextContent)
                .containsExactly("https://blog.example/", "https://blog.example/posts/%E4%B8%80%E6%9C%AC-%E4%B9%A6");
        assertThat(elements(sitemap, "lastmod")).allSatisfy(date -> OffsetDateTime.parse(date.getTextContent()));
    }

    /** The protocol's limits, which the schema cannot say: 50,000 addresses, 52,428,800 bytes. */
    @Test
    void theLargestSitemapStaysWithinTheLimits() throws Exception {
        blog.jdbc().sql("""
                insert into post (author_id, slug, title, body, excerpt, status, published_at, updated_at,
                                  search_text, search)
                select ?, repeat('长', 55) || n, 't', 'b', 'e', 'PUBLISHED', now(), now(), '', ''
                  from generate_series(10001, 60001) n""").param(blog.id("lin")).update();
        String sitemap = visitor().get("/sitemap.xml").body();
        assertThat(StringUtils.countOccurrencesOf(sitemap, "<url>")).isEqualTo(50_000);
        // The home page has a place, too, so the two oldest have none.
        assertThat(sitemap).contains("10003</loc>", "60001</loc>").doesNotContain("10001</loc>").doesNotContain("10002</loc>");
        assertThat(sitemap.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(52_428_800);
    }

    @Test
    void everyAddressInTheSitemapAnswers() throws Exception {
        for (String title : List.of("中文", "a b/c?d=e#f", "100% 的", "ÄÖ", "!!!")) {
            blog.published("lin", title, "x", "");
        }
        List<Element> addresses = elements(parse(visitor().get("/sitemap.xml").body()), "loc");
        assertThat(addresses).hasSize(6); // the home page, too
        for (Element loc : addresses) {
            String path = loc.getTextContent().substring("https://blog.example".length());
            assertThat(visitor().get(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void unchangedIsNotSentAgain() {
        long id = blog.published("lin", "一", "x", "");
        HttpResponse<String> first = visitor().get("/feed.xml");
        assertThat(first.headers().allValues("Cache-Control")).containsExactly("no-cache");
        String etag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = visitor().get("/feed.xml", "If-None-Match", etag);
        login("lin").post("/desk/posts/" + id + "/delete");
        HttpResponse<String> deleted = visitor().get("/feed.xml", "If-None-Match", etag);
        Recording.check("not-modified.txt", """
                没有变：%d，%d 字节
                删了一篇：%d""".formatted(again.statusCode(), again.body().length(), deleted.statusCode()));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(deleted.statusCode()).isEqualTo(200);
    }

    @Test
    void theHostHeaderDoesNotReachTheFeed() throws IOException {
        blog.published("lin", "一", "x", "");
        assertThat(visitor().get("/feed.xml", "X-Forwarded-Host", "evil.example").body())
                .contains("https://blog.example/").doesNotContain("evil");
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write("GET /feed.xml HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("https://blog.example/").doesNotContain("evil");
        }
    }

    @Test
    void oneControlCharacterBreaksAFeed() {
        blog.published("lin", "一", "x", "");
        blog.jdbc().sql("update post set title = ?").param("一\u000B二").update(); // past the form
        assertThatThrownBy(() -> parse(visitor().get("/feed.xml").body()))
                .isInstanceOfSatisfying(SAXParseException.class, ex ->
                        Recording.check("control-character.txt", ex.getClass().getSimpleName() + ": " + ex.getMessage()));
    }

    /** The form sees four harmless characters; Markdown makes one of them that XML forbids. */
    @ParameterizedTest
    @ValueSource(strings = {"&#1;", "&#x8;", "&#x7F;", "&#xFFFE;", "&#xD800;", "&#0;"})
    void aCharacterReferenceDoesNotBreakItEither(String reference) throws Exception {
        blog.published("lin", "一", "前面" + reference + "后面", "");
        assertThat(parse(visitor().get("/feed.xml").body()).getElementsByTagName("description").item(1).getTextContent())
                .startsWith("前面").endsWith("后面");
    }

    @Test
    void robotsNamesTheSitemap() {
        assertThat(visitor().get("/robots.txt").body()).contains("Sitemap: https://blog.example/sitemap.xml");
    }

    @Test
    void whateverAProgramAcceptsItGetsTheThree() throws Exception {
        try (HttpClient program = HttpClient.newHttpClient()) {
            for (String path : List.of("/feed.xml", "/sitemap.xml", "/robots.txt")) {
                HttpRequest asked = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .header("Accept", "text/html").build();
                assertThat(program.send(asked, BodyHandlers.ofString()).statusCode()).as(path).isEqualTo(200);
            }
        }
    }
}
